"""
Writes the wheel of sdk/python (PEP 427) with Python alone: wheel.py PACKAGE_FOLDER TARGET_FOLDER LICENCE prints the name of the file.

A pure package: its metadata is that of pyproject.toml, its files those of src/.
"""

import base64
import hashlib
import sys
import tomllib
import zipfile
from pathlib import Path


def main(package: Path, target: Path, licence: Path) -> str:
    project = tomllib.loads((package / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name = project["name"].replace("-", "_")
    info = f"{name}-{project['version']}.dist-info"
    source = package / "src"
    files = {
        path.relative_to(source).as_posix(): path.read_bytes()
        for path in sorted(source.rglob("*"))
        if path.suffix == ".py" or path.name == "py.typed"
    }
    files[f"{info}/licenses/LICENSE"] = licence.read_bytes()
    files[f"{info}/METADATA"] = metadata(project, (package / project["readme"]).read_text(encoding="utf-8")).encode()
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: pace\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = f"{info}/RECORD"
    rows = [f"{path},sha256={digest(data)},{len(data)}" for path, data in files.items()]
    files[record] = ("\n".join([*rows, f"{record},,"]) + "\n").encode()
    wheel = f"{name}-{project['version']}-py3-none-any.whl"
    with zipfile.ZipFile(target / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            # The same files make the same wheel.
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o100644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return wheel


def digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def metadata(project: dict, readme: str) -> str:
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        f"License: {project['license']['text']}",
        f"Requires-Python: {project['requires-python']}",
        *(f"Classifier: {one}" for one in project["classifiers"]),
        *(f"Requires-Dist: {one}" for one in project["dependencies"]),
    ]
    for extra, needed in project["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}", *(f'Requires-Dist: {one}; extra == "{extra}"' for one in needed)]
    lines += ["Description-Content-Type: text/markdown", "", readme]
    return "\n".join(lines)


if __name__ == "__main__":
    print(main(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])))
