import { listBlocks, type Page, withoutBlocks } from './read-pages.ts';

// Blocks of a page: `sh` runs in order in a copy of examples/quickstart; `sh parse` is checked
// against the command definitions; `sh skip` too, because it needs a shell or a remote service.
// `text output` is expected from the command before it; `… file PATH` is a file that a reader writes.

/** A line of a block: what a shell would run, and the exit code that a comment at its end expects. */
export type Line = {
  readonly page: string;
  readonly line: number;
  readonly command: string;
  readonly exitCode: number;
};

/** What the command before it prints: parts of it, with anything where the page has `…`. */
export type Output = {
  readonly page: string;
  readonly line: number;
  readonly parts: readonly string[];
};

/** A file of the project that the page shows as a whole. */
export type WrittenFile = {
  readonly page: string;
  readonly line: number;
  readonly path: string;
  readonly text: string;
};

/** The lines of a page that a test runs, what they print, and the files between them, in the order of the page. */
export function listSteps(page: Page): readonly (Line | Output | WrittenFile)[] {
  const outputs = listBlocks(page)
    .filter(({ language }) => language === 'text output')
    .map(({ line, text }) => ({
      page: page.path,
      line,
      parts: splitParts(text),
    }));
  const lines = listLines(page, (language) => language === 'sh');
  const files = listBlocks(page).flatMap(({ language, line, text }) => {
    const [, path] = /^\w+ file (\S+)$/.exec(language) ?? [];
    return path === undefined ? [] : [{ page: page.path, line, path, text }];
  });
  return [...lines, ...outputs, ...files].toSorted((left, right) => left.line - right.line);
}

/** The parts of a sample of output that has `…` for anything. */
export function splitParts(text: string): readonly string[] {
  return text.split('…').map((part) => part.replaceAll(/\s+/g, ' ').trim());
}

/** All lines of a page that begin with the program. */
export function listProgramLines(page: Page): readonly Line[] {
  const lines = listLines(page, (language) => /^sh\b|^console$/.test(language));
  return lines.filter(({ command }) => /^(?:npx )?cyclectl /.test(command));
}

function listLines(page: Page, isWanted: (language: string) => boolean): readonly Line[] {
  return listBlocks(page)
    .filter(({ language }) => isWanted(language))
    .flatMap(({ language, line, text }) =>
      text.split('\n').flatMap((written, index) => {
        const prompted = language === 'console' ? (/^\$ (.*)/.exec(written)?.[1] ?? '') : written;
        const command = prompted.replace(/\s+#.*$/, '').trim();
        if (command === '' || command.startsWith('#')) return [];
        const exitCode = Number(/# .*exit code (\d+)/.exec(prompted)?.[1] ?? 0);
        return [{ page: page.path, line: line + index + 1, command, exitCode }];
      }),
    );
}

/** Commands in the text of a page: code that starts with the program's name. */
export function listInlineCommands(page: Page): readonly string[] {
  const codes = withoutBlocks(page).matchAll(/`(cyclectl [^`]+)`/g);
  return [...codes].map(([, code = '']) => code.replaceAll(/\s+/g, ' '));
}

/** Words as a shell would take a line apart; quotes go, and nothing is filled in. */
export function splitWords(line: string): readonly string[] {
  return [...line.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) =>
    word.replaceAll(
      /'([^']*)'|"([^"]*)"/g,
      (_, single?: string, double?: string) => single ?? double ?? '',
    ),
  );
}
