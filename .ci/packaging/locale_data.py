"""The locale data that the program needs, as an object file that is linked in the place of Foundation's.

Foundation brings ICU's data for all languages: 34 MB, two fifths of a stripped program. Counterpart speaks English, forms dates and numbers
itself and reads no legacy code pages, so that English and what belongs to no language is enough. ICU answers for a locale that is missing
with the root's data. The format is that of ICU's `.dat` files: a header, a table of names, and the items.
"""
import pathlib
import re
import struct
import subprocess
import tempfile

# What is left out whole: converters of legacy code pages, dictionaries that break lines, transliterations, numbers spelled out in words.
UNUSED = re.compile(r"\.cnv$|\.dict$|^(translit|rbnf)/")
# In the folders of languages, and beside them, one file stands for each locale.
LOCALE = re.compile(r"^(?:(?:coll|curr|lang|region|unit|zone|brkitr)/)?([a-z]{2,3})(_[A-Za-z0-9_]+)?\.(res|brk)$")


def is_kept(name):
    if UNUSED.search(name):
        return False
    locale = LOCALE.match(name)
    return locale is None or locale[1] == "en"


def trimmed(data):
    """The same package with fewer items."""
    header = struct.unpack_from("<H", data)[0]
    if data[2:4] != b"\xda\x27" or data[12:16] != b"CmnD":
        raise SystemExit("release: Foundation's locale data are not in the format that is known here")
    count = struct.unpack_from("<I", data, header)[0]
    entries = [struct.unpack_from("<II", data, header + 4 + 8 * index) for index in range(count)]
    ends = [offset for _, offset in entries[1:]] + [len(data) - header]
    items = []
    for (name, start), end in zip(entries, ends):
        full = data[header + name:data.index(b"\0", header + name)].decode()
        # The first part is the package's name.
        if is_kept(full.split("/", 1)[1]):
            items.append((full, data[header + start:header + end]))
    names, positions = b"", []
    table = 4 + 8 * len(items)
    for full, _ in items:
        positions.append(table + len(names))
        names += full.encode() + b"\0"
    offset = -(-(table + len(names)) // 16) * 16
    names += bytes(offset - table - len(names))
    toc, content = struct.pack("<I", len(items)), b""
    for position, (_, item) in zip(positions, items):
        toc += struct.pack("<II", position, offset + len(content))
        content += item + bytes(-len(item) % 16)
    return data[:header] + toc + names + content


def locale_object(toolchain, folder):
    """The path of the object, made in the folder from the archive of the toolchain; None where that has no such archive."""
    archive = toolchain / "lib/swift_static/linux/lib_FoundationICU.a"
    if not archive.exists():
        return None
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        subprocess.run(["ar", "x", archive, "icu_packaged_data.cpp.o"], cwd=scratch, check=True)
        names = subprocess.run(["nm", "icu_packaged_data.cpp.o"], cwd=scratch, check=True, capture_output=True, text=True).stdout
        symbol = re.search(r" R (icudt\d+_dat)\b", names)[1]
        subprocess.run(["objcopy", "-O", "binary", "-j", ".rodata", "icu_packaged_data.cpp.o", "all.dat"], cwd=scratch, check=True)
        (folder / "locale.dat").write_bytes(trimmed((scratch / "all.dat").read_bytes()))
    (folder / "locale.s").write_text(
        f'.section .rodata,"a",@progbits\n.globl {symbol}\n.hidden {symbol}\n.balign 16\n.type {symbol}, @object\n'
        f'{symbol}:\n.incbin "locale.dat"\n.size {symbol}, .-{symbol}\n.section .note.GNU-stack,"",@progbits\n'
    )
    subprocess.run([toolchain / "bin/clang", "-c", "locale.s", "-o", "locale.o"], cwd=folder, check=True)
    return folder / "locale.o"
