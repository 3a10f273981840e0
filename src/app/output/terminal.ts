import { styleText } from 'node:util';
import { startGracePeriod } from '../../kit/tasks/duration.ts';
import { type Colour, type Paint, plainPaint } from '../../reports/text/paint.ts';
import { makeNoPrompt, type Prompt } from './ask/prompt.ts';

/** A text, whole or in pieces. */
export type Text = string | Iterable<string> | AsyncIterable<string>;

/** The reason why there is no answer, as a clause. */
export function formatLackOfAnswer({ ask }: Pick<Terminal, 'ask'>): string {
  return ask.lack ?? 'there was no answer';
}

/** The same terminal, which asks nothing for a reason. */
export function withNoQuestions(terminal: Terminal, lack: string): Terminal {
  return { ...terminal, ask: makeNoPrompt(lack) };
}

/** The only writer to stdout and stderr: data to the one, talk to the other. */
export type Terminal = {
  /** Data, whole or in pieces. Waits while the reader is slow. */
  out(text: Text): Promise<void>;
  /** Talk: progress, questions, errors. */
  log(text: string): void;
  readonly paint: Paint;
  /** Shows a line below all talk, in place of the one before; null removes it. Only on a screen. */
  status(text: string | null): void;
  /**
   * How progress may be shown: in a line that is redrawn, in lines as on a terminal without a cursor, in lines in
   * CI alone, or not at all.
   */
  readonly progress: 'screen' | 'rows' | 'lines' | 'none';
  /** True if stdout is a terminal, not a pipe or a file. */
  readonly isScreen: boolean;
  /** Columns for text, if stdout is a terminal; null elsewhere, where lists are rows with tabs. */
  readonly columns: number | null;
  /** Rows of the screen, if stdout is a terminal with a cursor that says how many it has. */
  readonly rows?: number;
  readonly ask: Prompt;
};

/** Columns of a terminal that does not say how wide it is, and of text for no terminal. */
export const defaultColumns = 80;

/** When text has colors; `auto` is if stdout is a terminal. */
export type ColourMode = 'always' | 'never' | 'auto';

/** Values of FORCE_COLOR that Node takes for a depth of color; others are for none. */
const depths: ReadonlySet<string> = new Set(['', '1', 'true', '2', '3']);

/**
 * Reads when text has colors: `--no-color` wins, then FORCE_COLOR as Node reads it, then NO_COLOR with
 * any text (no-color.org) and a terminal without a cursor.
 */
export function toColourMode(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ColourMode {
  if (argv.includes('--no-color')) return 'never';
  const { FORCE_COLOR: forced, NO_COLOR: none = '' } = environment;
  if (forced !== undefined) return depths.has(forced) ? 'always' : 'never';
  return none === '' && !isDumb(environment) ? 'auto' : 'never';
}

/** Returns whether the terminal can neither move its cursor nor draw over what it shows, as in an editor. */
export function isDumb({ TERM: name }: Readonly<Record<string, string | undefined>>): boolean {
  return name === 'dumb';
}

type TerminalWants = {
  readonly colour: ColourMode;
  /** True for no progress. */
  readonly quiet: boolean;
  /** True for a terminal without a cursor. */
  readonly isDumb?: boolean;
  /** Aborted when the process must end: some seconds later it waits for no reader. */
  readonly stopping?: AbortSignal;
};

/** Opens the streams of the process. */
export function openTerminal(wants: TerminalWants): Terminal {
  const stdout = process.stdout;
  const stderr = process.stderr;
  const hasColour = wants.colour === 'auto' ? stdout.isTTY === true : wants.colour === 'always';
  const columns = stdout.isTTY === true ? toTextColumns(stdout.columns) : null;
  let isUnread = false;
  const status = openStatus(stderr);
  return {
    out: async (text) => {
      for await (const piece of toPieces(text)) {
        status.remove();
        // Output to a closed reader is dropped.
        if (isUnread || stdout.destroyed || stdout.write(piece)) continue;
        isUnread = (await waitForFlush(stdout, wants.stopping)) === 'not-taken';
      }
    },
    log: (text) => {
      status.remove();
      if (!stderr.destroyed) stderr.write(`${text}\n`);
    },
    status: (text) => (text === null ? status.remove() : status.show(text)),
    progress: toProgress(wants, stderr),
    paint: { ...(hasColour ? colourPaint : plainPaint), columns: columns ?? defaultColumns },
    isScreen: stdout.isTTY === true,
    columns,
    ...(stdout.isTTY === true && stdout.rows > 0 && wants.isDumb !== true
      ? { rows: stdout.rows }
      : {}),
    ask: openPrompt(wants, () => status.remove()),
  };
}

function toProgress(
  { quiet, isDumb = false }: TerminalWants,
  { isTTY }: NodeJS.WriteStream,
): Terminal['progress'] {
  if (quiet) return 'none';
  if (!isTTY) return 'lines';
  return isDumb ? 'rows' : 'screen';
}

// Questions are drawn on stderr, so that stdout has data alone.
function openPrompt(
  { colour, stopping, isDumb = false }: TerminalWants,
  beforeQuestion: () => void,
): Prompt {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return makeNoPrompt();
  if (isDumb) return makeNoPrompt('the terminal has no cursor (TERM=dumb)');
  // Loads here, because most commands ask nothing.
  const load = async () => {
    beforeQuestion();
    return import('./ask/clack-prompts.ts');
  };
  const screen = {
    hasColour: colour !== 'never',
    columns: defaultColumns,
    ...(stopping === undefined ? {} : { stopping }),
  };
  return {
    confirm: async (question) => {
      const answer = await (await load()).askText({ question }, screen);
      return answer?.toLowerCase() === 'yes' ? 'yes' : 'no';
    },
    readWord: async (question, typed) => (await load()).askText({ question, ...typed }, screen),
    choose: async (choices) => (await load()).askChoices(choices, screen),
    lack: null,
  };
}

/** One line of a screen that is written again and again, so that it is always the last. */
function openStatus(stderr: NodeJS.WriteStream) {
  let isShown = false;
  return {
    show: (text: string): void => {
      if (stderr.destroyed || stderr.isTTY !== true) return;
      // A terminal that does not say how wide it is has 0 columns.
      stderr.write(`\r${text.slice(0, (stderr.columns || defaultColumns) - 1)}\u001b[K`);
      isShown = true;
    },
    remove: (): void => {
      if (isShown && !stderr.destroyed) stderr.write('\r\u001b[K');
      isShown = false;
    },
  };
}

/** The pieces of a text; one that is whole has one. */
export function toPieces(text: Text): Exclude<Text, string> {
  return typeof text === 'string' ? [text] : text;
}

const leastColumns = 60;
const mostColumns = 160;

// A terminal that does not say how wide it is has 0 columns; wider lines are hard to read.
function toTextColumns(columns: number): number {
  return Math.min(mostColumns, Math.max(leastColumns, columns || defaultColumns));
}

// Errors are not listened to here: a pipe that was closed is forgiven elsewhere, and closes the stream.
function waitForFlush(
  stream: NodeJS.WriteStream,
  stopping: AbortSignal | undefined,
): Promise<'taken' | 'not-taken'> {
  const { signal, giveUp } = startGracePeriod(stopping);
  return new Promise((resolve) => {
    const end = (): void => {
      stream.off('drain', end);
      stream.off('close', end);
      signal.removeEventListener('abort', end);
      giveUp();
      resolve(signal.aborted ? 'not-taken' : 'taken');
    };
    stream.on('drain', end);
    stream.on('close', end);
    signal.addEventListener('abort', end);
  });
}

/**
 * Records lost output: a closed reader (`| head`) is a normal end, a full disk is an error after
 * the run is closed. Returns the lost stream for the end.
 */
export function recordLostOutput(): { readonly lost: () => string | null } {
  let lost: string | null = null;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') lost ??= error.message;
    process.stdout.destroy();
  });
  // Ignored, because there is no other stream to report it on.
  process.stderr.on('error', () => process.stderr.destroy());
  return { lost: () => lost };
}

// Node would ask the stream and the environment again, and know nothing of --no-color.
const toStyled = (style: Colour) => (text: string) =>
  styleText(style, text, { validateStream: false });

const colourPaint: Omit<Paint, 'columns'> = {
  bold: toStyled('bold'),
  dim: toStyled('dim'),
  red: toStyled('red'),
  green: toStyled('green'),
  yellow: toStyled('yellow'),
  cyan: toStyled('cyan'),
};
