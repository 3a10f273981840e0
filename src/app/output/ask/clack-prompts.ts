import type { Key } from 'node:readline';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { styleText } from 'node:util';
import {
  autocomplete,
  autocompleteMultiselect,
  isCancel,
  multiselect,
  select,
  text,
} from '@clack/prompts';
import { toLine } from '../../../kit/text/format-name.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { Choices, TypedAnswer } from './prompt.ts';

type ScreenOptions = {
  /** False for no colors, whatever the library finds. */
  readonly hasColour: boolean;
  /** Columns of a terminal that does not say how wide it is. */
  readonly columns: number;
  /** Aborted when the process must end. */
  readonly stopping?: AbortSignal;
};

/** More options than these are searched by typing. */
const mostListed = 12;

/** Asks for a text; null where the input ends instead. */
export function askText(
  { question, initial, check }: TypedAnswer & { readonly question: string },
  options: ScreenOptions,
): Promise<string | null> {
  const validate = async (answer: string | undefined) => {
    const wrong = (await check?.((answer ?? '').trim())) ?? null;
    return wrong === null ? undefined : toLine(wrong);
  };
  return withKeys(options, async (streams) => {
    const answer = await text({
      ...streams,
      message: toLine(question),
      ...(initial === undefined ? {} : { initialValue: toVisible(initial) }),
      ...(check === undefined ? {} : { validate }),
    });
    return isCancel(answer) ? null : (answer ?? '').trim();
  });
}

/** Asks to choose; null where the input ends instead. */
export function askChoices(
  { question, options, initial = [], isMany = false }: Choices,
  screen: ScreenOptions,
): Promise<readonly string[] | null> {
  const hasColour = screen.hasColour && styleText('dim', 'x') !== 'x';
  const isLong = options.length > mostListed;
  const message = toLine(question);
  const shown = options.map(({ value, label, hint }) => ({
    value,
    label: toLine(label),
    ...(hint === undefined ? {} : { hint: toLine(hint) }),
  }));
  return withKeys(screen, async (streams) => {
    if (!isMany) {
      const [initialValue] = initial;
      const asked = {
        ...{ ...streams, message, options: shown },
        ...(initialValue === undefined ? {} : { initialValue }),
      };
      const answer = await (isLong ? autocomplete<string>(asked) : select<string>(asked));
      return isCancel(answer) ? null : [answer];
    }
    const asked = { ...streams, message, initialValues: [...initial], required: true };
    // Without colors only a hint shows where the cursor is, and only this list shows one there alone.
    const marked = shown.map(({ hint = 'Tab selects', ...each }) => ({ ...each, hint }));
    const answer = await (isLong || !hasColour
      ? autocompleteMultiselect<string>({ ...asked, options: marked })
      : multiselect<string>({ ...asked, options: shown }));
    return isCancel(answer) ? null : answer;
  });
}

type Streams = {
  readonly input: NodeJS.ReadStream;
  readonly output: Writable;
  readonly signal: AbortSignal;
};

/**
 * Runs a question whose answer is null if it was canceled: by the interrupt key, which interrupts the program
 * as it does elsewhere, or by the end of the input.
 */
async function withKeys<T>(
  options: ScreenOptions,
  ask: (streams: Streams) => Promise<T | null>,
): Promise<T | null> {
  const { stopping } = options;
  const stdin = process.stdin;
  const stderr = process.stderr;
  const ending = new AbortController();
  let isOver = false;
  let isInterrupted = false;
  const end = (): void => ending.abort();
  const showCursor = (): void => void stderr.write('\u001b[?25h');
  const output = new Screen(options);
  const redraw = (): void => void output.emit('resize');
  // The library does not know these keys, and the interrupt key not while it checks a text. Behind the first two its
  // input is closed, and no answer comes any more.
  const onKey = (_text: string | undefined, key: Key): void => {
    isInterrupted ||= key.ctrl === true && key.name === 'c';
    if (isInterrupted || (key.ctrl === true && key.name === 'd')) end();
    if (key.ctrl === true && key.name === 'z') showCursor();
    // A line feed, which programs type for a person.
    if (key.name === 'enter') key.name = 'return';
  };
  // Node leaves its input paused where a stopped process goes on, so that nothing would keep it alive.
  const goOn = (): void => void nextTurn().then(() => (isOver ? undefined : resume(output)));
  const signal = AbortSignal.any([ending.signal, ...(stopping === undefined ? [] : [stopping])]);
  stdin.once('end', end);
  stderr.on('resize', redraw);
  process.on('SIGCONT', goOn);
  process.once('exit', showCursor);
  try {
    isInterrupted = (await dropTyped(stdin)).includes('\u0003');
    if (isInterrupted) end();
    stdin.on('keypress', onKey);
    const answer = await ask({ input: stdin, output, signal });
    if (isInterrupted || (answer === null && !signal.aborted)) interrupt();
    // The interrupt key may come with the one that answers.
    return isInterrupted ? null : answer;
  } finally {
    isOver = true;
    output.stop();
    stdin.off('keypress', onKey);
    stdin.off('end', end);
    stderr.off('resize', redraw);
    process.off('SIGCONT', goOn);
    process.off('exit', showCursor);
    stdin.pause();
  }
}

// The terminal keeps what is typed before a question, and gives it as soon as it gives single keys.
async function dropTyped(stdin: NodeJS.ReadStream): Promise<string> {
  let typed = '';
  const drop = (keys: Buffer | string): void => {
    typed += keys.toString();
  };
  stdin.setRawMode(true);
  stdin.on('data', drop);
  stdin.resume();
  // It is read in the turn after the one that begins to read.
  await nextTurn();
  await nextTurn();
  stdin.off('data', drop);
  return typed;
}

// The shell has printed below the question, and may have set the terminal for itself.
function resume(output: Screen): void {
  process.stdin.setRawMode(true);
  process.stdin.resume();
  output.drawAgain();
}

// During a question the terminal delivers the interrupt key as a character, not as a signal.
function interrupt(): void {
  if (!process.emit('SIGINT', 'SIGINT')) process.kill(process.pid, 'SIGINT');
}

/** Stderr as the library needs it: always with a width, and without colors where there are to be none. */
class Screen extends Writable {
  readonly #options: ScreenOptions;
  /** Part of what is written that is shown: all, nothing, or what does not move the cursor. */
  #shows: 'all' | 'none' | 'text' = 'all';

  constructor(options: ScreenOptions) {
    super({ decodeStrings: false });
    this.#options = options;
  }

  // A terminal that does not say how large it is has 0 columns and rows.
  get columns(): number {
    if (this.#shows === 'none') return 1;
    return process.stderr.columns || this.#options.columns;
  }

  get rows(): number {
    return process.stderr.rows || defaultRows;
  }

  /** Draws the question below the cursor. The library draws what differs alone, as after another width. */
  drawAgain(): void {
    for (const shows of ['none', 'text'] as const) {
      this.#shows = shows;
      this.emit('resize');
    }
    this.#shows = 'all';
  }

  /** Shows nothing from now on: a text may still be checked when its question is over. */
  stop(): void {
    this.#shows = 'none';
  }

  override _write(chunk: string, _encoding: string, done: () => void): void {
    const coloured = this.#options.hasColour ? chunk : chunk.replaceAll(colours, '');
    const shown = this.#shows === 'text' ? coloured.replaceAll(moves, '') : coloured;
    if (!process.stderr.destroyed && this.#shows !== 'none') process.stderr.write(shown);
    done();
  }
}

const defaultRows = 24;

const esc = '\u001b';
const colours = new RegExp(`${esc}\\[[\\d;]*m`, 'g');
const moves = new RegExp(`${esc}\\[\\d*[A-K]`, 'g');
