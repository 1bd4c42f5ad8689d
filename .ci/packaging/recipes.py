"""What names a release's archives by their checksums: the manifest of its tag, Homebrew's formula, mise's entry and the list of sums."""
import os
import re

import archives

SUMMARY = "Mock the backend of an OpenAPI contract, and verify real ones"
# As Swift, Homebrew and mise call the processors.
PROCESSORS = {"x86_64": ("x86_64", "on_intel", "linux-x64"), "aarch64": ("arm64", "on_arm", "linux-arm64")}


def address(home, version):
    return f"{home}/releases/download/v{version}"


def manifest(root, checksum, home, version, machines):
    """The Package.swift that the release's tag has: its plugins take the program from the bundle, where that has one for the machine."""
    text = (root / "Package.swift").read_text(encoding="utf-8")
    filled, count = re.subn(
        r"^(let released: .*\? =) nil$",
        rf'\1 (\n    url: "{address(home, version)}/counterpart.artifactbundle.zip",\n    checksum: "{checksum}"\n)', text, flags=re.MULTILINE)
    processors = " || ".join(f"arch({PROCESSORS[machine][0]})" for machine in sorted(machines, reverse=True))
    if len(machines) > 1:
        processors = f"({processors})"
    filled, places = re.subn(r"^#if os\(Linux\) && arch\(x86_64\)$", f"#if os(Linux) && {processors}", filled, flags=re.MULTILINE)
    if (count, places) != (1, 1):
        raise SystemExit("release: Package.swift has no line 'let released: … = nil' to fill, or no '#if os(Linux) && arch(x86_64)'")
    return filled


def write(root, folder, version, home, machines):
    """The files that name the archives of these machines, which lie in the folder."""
    bundled = archives.digest(folder / "counterpart.artifactbundle.zip")
    archives.write(folder / "Package.swift", manifest(root, bundled, home, version, machines))
    sources, platforms = [], []
    for machine in sorted(machines, reverse=True):
        name = f"counterpart-{version}-linux-{machine}.tar.gz"
        url, digest = f"{address(home, version)}/{name}", archives.digest(folder / name)
        sources += [f"    {PROCESSORS[machine][1]} do", f'      url "{url}"', f'      sha256 "{digest}"', "    end"]
        platforms.append(f'{PROCESSORS[machine][2]} = {{ url = "{url}", checksum = "sha256:{digest}" }}')
    facts = {"version": version, "home": home, "summary": SUMMARY, "sources": "\n".join(sources), "platforms": "\n".join(platforms)}
    for template in ("counterpart.rb", "mise.toml"):
        text = (root / ".ci/packaging" / template).read_text()
        archives.write(folder / template, re.sub(r"@(\w+)@", lambda found: facts[found[1]], text))


def finish(folder, epoch):
    """Sums of all files, and their time."""
    files = sorted(path for path in folder.iterdir() if path.name != "SHA256SUMS")
    archives.write(folder / "SHA256SUMS", "".join(f"{archives.digest(path)}  {path.name}\n" for path in files))
    for path in sorted(folder.iterdir()):
        os.utime(path, (epoch, epoch))
        print(f"{path.stat().st_size:>11}  {path.name}")
