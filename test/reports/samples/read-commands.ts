/** A workflow command as the runner of GitHub Actions takes it from a line. */
export type RunnerCommand = {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
};

/**
 * Workflow commands in output, by the runner's rules: a line that starts with `::` after white
 * space, and `##[name properties]data` anywhere in other lines.
 */
export function readCommands(text: string): RunnerCommand[] {
  const lines = text.split(/\r\n|\r|\n/);
  return lines.flatMap((line) => readNew(line.trimStart()) ?? readOld(line) ?? []);
}

function readNew(line: string): RunnerCommand | null {
  const end = line.indexOf('::', 2);
  if (!line.startsWith('::') || end < 0) return null;
  const head = line.slice(2, end);
  const space = head.indexOf(' ');
  const [name, properties] =
    space < 0 ? [head, ''] : [head.slice(0, space), head.slice(space + 1).trim()];
  const pairs = properties
    .split(',')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), undo(pair.slice(at + 1))];
    });
  return { name, properties: Object.fromEntries(pairs), data: undo(line.slice(end + 2)) };
}

function readOld(line: string): RunnerCommand | null {
  const found = /##\[([^\]]+)\](.*)$/.exec(line);
  return found === null ? null : { name: found[1] ?? '', properties: {}, data: found[2] ?? '' };
}

function undo(text: string): string {
  return text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');
}
