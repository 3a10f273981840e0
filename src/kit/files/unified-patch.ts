import { applyPatch, structuredPatch } from 'diff';

/** A text file before and after, byte for byte; `before` is null for a new one. */
export type TextChange = {
  readonly path: string;
  readonly before: string | null;
  readonly after: string;
};

/** More edits than this are not searched for the least of them: all lines go, and all come. */
const maxEdits = 1000;

/** Changes of files as a unified diff that `git apply` takes, byte for byte: line ends, a last line without one, new files. */
export function formatUnifiedPatch(changes: readonly TextChange[]): string {
  return changes.map(formatChange).join('');
}

/** Brings the change from one text to another into a third; null where they change the same lines. */
export function mergeText(now: string, before: string, after: string): string | null {
  const patch = structuredPatch('', '', before, after, '', '', {
    context: 3,
    maxEditLength: maxEdits,
  });
  if (patch === undefined) return null;
  const merged = applyPatch(now, patch);
  return merged === false ? null : merged;
}

function formatChange({ path, before, after }: TextChange): string {
  const [old, now] = [quotePath(`a/${path}`), quotePath(`b/${path}`)];
  const hunks = formatHunks(before ?? '', after);
  return [
    `diff --git ${old} ${now}\n`,
    ...(before === null ? ['new file mode 100644\n'] : []),
    // The header describes an empty file completely.
    ...(hunks === ''
      ? []
      : [`--- ${before === null ? '/dev/null' : endName(old)}\n`, `+++ ${endName(now)}\n`, hunks]),
  ].join('');
}

function formatHunks(before: string, after: string): string {
  const found = structuredPatch('', '', before, after, '', '', {
    context: 3,
    maxEditLength: maxEdits,
  });
  if (found === undefined) return formatWhole(before, after);
  return found.hunks
    .map(({ oldStart, oldLines, newStart, newLines, lines }) => {
      const head = `@@ -${formatRange(oldStart, oldLines)} +${formatRange(newStart, newLines)} @@`;
      return `${[head, ...lines].join('\n')}\n`;
    })
    .join('');
}

function formatWhole(before: string, after: string): string {
  const [old, now] = [toLines(before), toLines(after)];
  const head = `@@ -${formatRange(1, old.length)} +${formatRange(1, now.length)} @@`;
  const write = (mark: string, lines: readonly string[]) =>
    lines.map((line) =>
      line.endsWith('\n') ? `${mark}${line}` : `${mark}${line}\n\\ No newline at end of file\n`,
    );
  return [`${head}\n`, ...write('-', old), ...write('+', now)].join('');
}

function toLines(text: string): string[] {
  return text.split(/(?<=\n)/).filter((line) => line !== '');
}

function formatRange(start: number, count: number): string {
  if (count === 0) return `${Math.max(start - 1, 0)},0`;
  return count === 1 ? String(start) : `${start},${count}`;
}

// Ends a name with spaces by a tab, as Git does, so that later text is not part of it.
function endName(name: string): string {
  return name.includes(' ') && !name.startsWith('"') ? `${name}\t` : name;
}

function quotePath(path: string): string {
  if (!/["\\\p{Cc}]/u.test(path)) return path;
  const inner = path.replace(/["\\\p{Cc}]/gu, (sign) =>
    sign === '"' || sign === '\\'
      ? `\\${sign}`
      : [...new TextEncoder().encode(sign)]
          .map((byte) => `\\${byte.toString(8).padStart(3, '0')}`)
          .join(''),
  );
  return `"${inner}"`;
}
