"""Opens pictures by PyPI's Pillow: whether a decoder that is not ours sees in each of them a picture, and another one each time.

usage: open_pictures.py PICTURES

PICTURES is a folder of PNG files. Exits 1 where one cannot be decoded, or where two of them show the same.
"""
import pathlib
import sys

from PIL import Image

files = sorted(pathlib.Path(sys.argv[1]).glob("*.png"))
seen = {}
faults = [] if files else [f"{sys.argv[1]}: no pictures"]
for file in files:
    try:
        with Image.open(file, formats=["PNG"]) as picture:
            picture.verify()
        with Image.open(file, formats=["PNG"]) as picture:
            pixels = picture.convert("RGB").tobytes()
    except (OSError, SyntaxError) as error:
        faults.append(f"{file.name}: {error}")
        continue
    if pixels in seen:
        faults.append(f"{file.name}: the same picture as {seen[pixels]}")
    seen[pixels] = file.name
for fault in faults:
    print(fault, file=sys.stderr)
print(f"pictures: {len(files)} opened by Pillow, {len(faults)} faults")
sys.exit(1 if faults else 0)
