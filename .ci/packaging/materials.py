"""What the program is made of, as an SPDX 2.3 document: the packages of Package.resolved, and what the linker takes from the machine."""
import json
import re
import subprocess
import time
import uuid

# Libraries that are linked into the program, and the packages of Debian that have them.
LINKED = {"libc6-dev": "LGPL-2.1-or-later", "zlib1g-dev": "Zlib", "libsqlite3-dev": "blessing", "libstdc++-12-dev": "GPL-3.0-or-later WITH GCC-exception-3.1"}


def licence(checkout):
    for name in ("LICENSE.txt", "LICENSE", "LICENSE.md"):
        path = checkout / name
        if path.exists():
            text = path.read_text(encoding="utf-8")
            if "Apache License" in text:
                return "Apache-2.0"
            if re.search(r"\bMIT License\b|Permission is hereby granted, free of charge", text):
                return "MIT"
    return "NOASSERTION"


def swift_version():
    told = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True)
    return re.search(r"Swift version (\S+)", told.stdout + told.stderr)[1]


def debian_version(package):
    told = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True, check=False)
    return told.stdout.strip() if told.returncode == 0 else None


def package(identity, name, version, address, license_name, **more):
    return {
        "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", identity), "name": name, "versionInfo": version, "downloadLocation": address,
        "filesAnalyzed": False, "licenseConcluded": "NOASSERTION", "licenseDeclared": license_name, "copyrightText": "NOASSERTION", **more,
    }


def document(root, version, epoch, home, program_digest):
    packages = [package(
        "counterpart", "counterpart", version, home, "Apache-2.0",
        checksums=[{"algorithm": "SHA256", "checksumValue": program_digest}], primaryPackagePurpose="APPLICATION",
    )]
    for pin in json.loads((root / "Package.resolved").read_text())["pins"]:
        address, state = pin["location"].removesuffix(".git"), pin["state"]
        checkout = root / ".build/checkouts" / address.rsplit("/", 1)[1]
        packages.append(package(
            "package-" + pin["identity"], pin["identity"], state.get("version", state["revision"]), f"git+{address}.git@{state['revision']}",
            licence(checkout),
            externalRefs=[{
                "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                "referenceLocator": f"pkg:swift/{address.removeprefix('https://')}@{state.get('version', state['revision'])}",
            }],
        ))
    swift = swift_version()
    packages.append(package(
        "swift", "Swift standard library, Dispatch, Foundation and ICU", swift, f"git+https://github.com/swiftlang/swift.git@swift-{swift}-RELEASE", "Apache-2.0"))
    for name, license_name in LINKED.items():
        if found := debian_version(name):
            packages.append(package("debian-" + name, name, found, "NOASSERTION", license_name))
    ids = [entry["SPDXID"] for entry in packages]
    return json.dumps({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"counterpart-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/counterpart-{version}-{uuid.uuid5(uuid.NAMESPACE_URL, program_digest)}",
        "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(epoch)), "creators": ["Tool: counterpart-.ci/release"]},
        "packages": packages,
        "relationships": [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": ids[0]}]
        + [{"spdxElementId": ids[0], "relationshipType": "STATIC_LINK", "relatedSpdxElement": other} for other in ids[1:]],
    }, indent=2) + "\n"
