import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import type { CommandContext } from '../context.ts';
import { isCi } from '../ports/operator-bounds.ts';
import { type Terminal, toPieces } from './terminal.ts';

type Paged = Pick<CommandContext, 'terminal' | 'environment' | 'paging'>;

/**
 * Runs a command that only shows things, with its output in the pager if it is longer than the screen. A
 * person ends the pager before a question is asked.
 */
export async function withPager<T>(
  context: Paged,
  work: (terminal: Terminal) => Promise<T>,
): Promise<T> {
  const { terminal, environment } = context;
  const [file, ...args] = listPagerWords(environment);
  const { rows } = terminal;
  if (file === undefined || rows === undefined || isCi(environment)) return work(terminal);
  const output = new PagedOutput(context, { rows, file, args });
  try {
    return await work(output.terminal);
  } finally {
    await output.close();
  }
}

/** Words of the pager's command, chosen as git does; none where there is to be no pager. */
export function listPagerWords({
  CYCLECTL_PAGER: own,
  PAGER: general,
}: CommandContext['environment']): readonly string[] {
  const words = (own ?? general ?? 'less').match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  const [first = '', ...rest] = words.map((word) => word.replace(/^(["'])(.*)\1$/s, '$2'));
  return first === '' || first === 'cat' ? [] : [first, ...rest];
}

type Pager = { readonly rows: number; readonly file: string; readonly args: readonly string[] };

type Piece = { readonly to: 'out' | 'log'; readonly text: string };

/** Output that is held until it is longer than the screen, and then goes to a pager. */
class PagedOutput {
  readonly terminal: Terminal;
  readonly #context: Paged;
  readonly #pager: Pager;
  /** Null once it was printed or paged. */
  #held: Piece[] | null = [];
  #heldRows = 0;
  #starting: Promise<void> | null = null;
  #running: { readonly stdin: Writable; readonly over: Promise<unknown> } | null = null;

  constructor(context: Paged, pager: Pager) {
    const { terminal } = context;
    this.#context = context;
    this.#pager = pager;
    const beforeQuestion =
      <Asked extends readonly unknown[], T>(ask: (...asked: Asked) => Promise<T>) =>
      async (...asked: Asked) => {
        await this.close();
        return ask(...asked);
      };
    this.terminal = {
      ...terminal,
      out: async (text) => {
        // At once, because the parser does not wait for its help.
        if (typeof text === 'string') await this.#write(text);
        else for await (const piece of toPieces(text)) await this.#write(piece);
      },
      log: (text) => this.#log(text),
      status: (text) => {
        if (this.#running === null) terminal.status(text);
      },
      ask: {
        ...terminal.ask,
        confirm: beforeQuestion(terminal.ask.confirm),
        readWord: beforeQuestion(terminal.ask.readWord),
        choose: beforeQuestion(terminal.ask.choose),
      },
    };
  }

  /** Prints what fits on the screen, or waits until the pager was left. */
  async close(): Promise<void> {
    if (this.#isTooLong()) await this.#start();
    await this.#print();
    const running = this.#running;
    if (running === null) return;
    running.stdin.end();
    await running.over;
    this.#running = null;
    this.#context.paging.isOpen = false;
  }

  async #write(text: string): Promise<void> {
    if (this.#held === null) return this.#pass({ to: 'out', text });
    this.#hold({ to: 'out', text });
    if (this.#isTooLong()) await this.#start();
  }

  // Messages between outputs stay between them, if both are on the same screen.
  #log(text: string): void {
    const { terminal } = this.#context;
    const isOnScreen = terminal.progress === 'screen';
    if (this.#running !== null && isOnScreen) this.#running.stdin.write(`${text}\n`);
    else if (this.#held !== null && this.#held.length > 0 && isOnScreen)
      this.#hold({ to: 'log', text });
    else terminal.log(text);
  }

  #hold(piece: Piece): void {
    this.#held?.push(piece);
    this.#heldRows += countRows(piece, this.#context.terminal.columns ?? this.#pager.rows);
  }

  // The prompt of the shell takes the last row.
  #isTooLong(): boolean {
    return this.#held !== null && this.#heldRows >= this.#pager.rows;
  }

  async #pass({ to, text }: Piece): Promise<void> {
    const { terminal } = this.#context;
    const running = this.#running;
    if (running === null) return to === 'out' ? terminal.out(text) : terminal.log(text);
    // Output behind the end of a pager is dropped, as it is behind the end of a pipe.
    if (running.stdin.destroyed) return;
    if (running.stdin.write(to === 'out' ? text : `${text}\n`)) return;
    await Promise.race([once(running.stdin, 'drain').catch(() => null), running.over]);
  }

  async #print(): Promise<void> {
    const held = this.#held ?? [];
    this.#held = null;
    for (const piece of held) await this.#pass(piece);
  }

  #start(): Promise<void> {
    this.#starting ??= this.#open();
    return this.#starting;
  }

  /** Starts the pager, or prints as without one where there is no such program. */
  async #open(): Promise<void> {
    const { environment, terminal, paging } = this.#context;
    const { file, args } = this.#pager;
    terminal.status(null);
    // The same defaults as those of git: less ends where all fits, keeps colors, and leaves the text.
    const env = { LESS: 'FRX', LV: '-c', ...environment };
    const child = spawn(file, [...args], { stdio: ['pipe', 'inherit', 'inherit'], env });
    const over = new Promise((resolve) => child.once('close', resolve));
    if ((await hasStarted(child)) && child.stdin !== null) {
      // A person leaves the pager before its end: the pipe breaks.
      child.stdin.on('error', () => child.stdin?.destroy());
      this.#running = { stdin: child.stdin, over };
      paging.isOpen = true;
    }
    await this.#print();
  }
}

function hasStarted(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    child.once('spawn', () => resolve(true));
    child.once('error', () => resolve(false));
  });
}

/** Rows of a text on a screen, which breaks long lines. */
function countRows({ to, text }: Piece, columns: number): number {
  const lines = stripVTControlCharacters(to === 'log' ? `${text}\n` : text).split('\n');
  const rows = lines.map(({ length }) => Math.max(1, Math.ceil(length / columns)));
  return rows.reduce((sum, each) => sum + each, 0) - 1;
}
