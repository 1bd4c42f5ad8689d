"""Archives whose bytes hang on their content and one time alone."""
import gzip
import hashlib
import io
import os
import pathlib
import tarfile
import time
import zipfile


def write(path, content, mode=0o644):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    path.chmod(mode)


def settle(folder, epoch):
    """Gives every file below a folder the one time, and folders and files the modes that packages have."""
    for path in [*folder.rglob("*"), folder]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
        os.utime(path, (epoch, epoch), follow_symlinks=False)


def members(folder):
    return sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).as_posix())


def tar(target, folder, epoch, prefix="", owners=None):
    """A tar archive, compressed where the name ends in `.gz`. `owners` has the user ID of what does not belong to root."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in members(folder):
            name = path.relative_to(folder).as_posix()
            entry = archive.gettarinfo(path, prefix + name)
            entry.uid = entry.gid = (owners or {}).get(name, 0)
            entry.uname = entry.gname = ""
            entry.mtime = epoch
            if entry.isreg():
                with path.open("rb") as content:
                    archive.addfile(entry, content)
            else:
                archive.addfile(entry)
    packed(target, buffer.getvalue(), epoch, level=6)


def packed(target, content, epoch, level=9):
    target.write_bytes(gzip.compress(content, level, mtime=epoch) if target.suffix == ".gz" else content)


def zipped(target, folder, epoch):
    moment = time.gmtime(max(epoch, 315532800))[:6]
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for path in members(folder):
            if path.is_dir():
                continue
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), moment)
            entry.create_system = 3
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if os.access(path, os.X_OK) else 0o100644) << 16
            archive.writestr(entry, path.read_bytes())


def digest(path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()
