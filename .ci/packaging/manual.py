"""Pages of the manual, in man(7), from what the program says of itself with `--experimental-dump-help`."""
import re
import textwrap
import time


def escaped(text):
    """A line of text as roff: no request by accident, and hyphens that can be copied."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = text.replace("“", "\\(lq").replace("”", "\\(rq").replace("…", "...").replace("’", "'").replace("→", "\\(->")
    return "\\&" + text if text[:1] in (".", "'") else text


def paragraphs(text):
    """Indented lines are shown as they stand."""
    lines, shown = [], False
    for line in text.split("\n"):
        if line.startswith("  "):
            if not shown:
                lines += [".PP", ".nf", ".RS 4"]
                shown = True
            lines.append(escaped(line.strip()))
            continue
        if shown:
            lines += [".RE", ".fi"]
            shown = False
        if line.strip():
            if lines and lines[-1] == "":
                lines[-1] = ".PP"
            for sentence in re.split(r"(?<=[.?!]) +(?=[A-Z])", line.strip()):
                lines += [escaped(part) for part in textwrap.wrap(sentence, 72, break_long_words=False, break_on_hyphens=False)]
        elif lines and lines[-1] != "":
            lines.append("")
    if shown:
        lines += [".RE", ".fi"]
    while lines and lines[-1] == "":
        lines.pop()
    return [line or ".PP" for line in lines]


def spelled(name):
    return ("-" if name["kind"] == "short" else "--") + name["name"]


def usage(argument):
    if argument["kind"] == "positional":
        text = f"\\fI{escaped(argument['valueName'])}\\fR"
    else:
        text = f"\\fB{escaped(spelled(argument['preferredName']))}\\fR"
        if argument["kind"] == "option":
            text += f" \\fI{escaped(argument['valueName'])}\\fR"
    if argument["isRepeating"]:
        text += " ..."
    return f"[{text}]" if argument["isOptional"] else text


def described(argument):
    if argument["kind"] == "positional":
        head = f".I {escaped(argument['valueName'])}"
    else:
        names = ", ".join(f"\\fB{escaped(spelled(name))}\\fR" for name in argument["names"])
        value = f" \\fI{escaped(argument['valueName'])}\\fR" if argument["kind"] == "option" else ""
        head = names + value
    text = argument.get("abstract", "")
    if argument.get("defaultValue") and argument["kind"] != "flag":
        text += f" (default: {argument['defaultValue']})"
    return [".TP", head, *(paragraphs(text) or ["Not described."]), *paragraphs(argument.get("discussion", ""))]


def page(command, words, version, epoch):
    """One command's page. The words are what a user types for it."""
    title = "-".join(words)
    date = time.strftime("%Y-%m-%d", time.gmtime(epoch))
    arguments = [argument for argument in command.get("arguments", []) if argument["shouldDisplay"]]
    lines = [
        f'.TH {escaped(title.upper())} 1 {date} "Counterpart {version}" "Counterpart Manual"',
        ".SH NAME",
        f"{escaped(title)} \\- {escaped(command.get('abstract', '').rstrip('.'))}",
        ".SH SYNOPSIS",
        f".B {escaped(' '.join(words))}",
    ]
    subcommands = [sub for sub in command.get("subcommands", []) if sub["commandName"] != "help"]
    if subcommands:
        lines.append(".I subcommand")
    required = [argument for argument in arguments if not argument["isOptional"]]
    if len(required) < len(arguments):
        lines.append("[\\fIoptions\\fR]")
    lines += [usage(argument) for argument in required]
    if command.get("discussion"):
        lines += [".SH DESCRIPTION", *paragraphs(command["discussion"])]
    if subcommands:
        lines.append(".SH SUBCOMMANDS")
        for sub in subcommands:
            lines += [".TP", f".B {escaped(sub['commandName'])}", *paragraphs(sub.get("abstract", ""))]
    sections = []
    for argument in arguments:
        section = argument.get("sectionTitle") or ("Arguments" if argument["kind"] == "positional" else "Options")
        if section not in sections:
            sections.append(section)
    for section in sorted(sections, key=lambda name: {"Arguments": 0, "Options": 2}.get(name, 1)):
        lines.append(f'.SH "{escaped(section.upper())}"')
        for argument in arguments:
            own = argument.get("sectionTitle") or ("Arguments" if argument["kind"] == "positional" else "Options")
            if own == section:
                lines += described(argument)
    others = ["-".join(words[:-1])] if len(words) > 1 else [f"{title}-{sub['commandName']}" for sub in subcommands]
    if others:
        lines.append(".SH SEE ALSO")
        lines += [f".BR {escaped(other)} (1){',' if other != others[-1] else ''}" for other in others]
    return "\n".join(lines) + "\n"


def pages(command, version, epoch):
    """File names and texts: one page for the program, one for each subcommand, and for theirs."""
    def walk(command, words):
        yield "-".join(words) + ".1", page(command, words, version, epoch)
        for sub in command.get("subcommands", []):
            if sub["commandName"] != "help":
                yield from walk(sub, [*words, sub["commandName"]])
    return dict(walk(command, [command["commandName"]]))
