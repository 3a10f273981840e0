import { machineTimer, type Timer } from '../../kit/tasks/timer.ts';
import type { CommandContext } from '../context.ts';
import type { ReadPorts } from '../ports/open-ports.ts';
import { isCi } from '../ports/operator-bounds.ts';

/** A part of a command that goes through accounts one after the other. */
export type Phase<T> = {
  /** First word of its line, such as `planning`. */
  readonly does: string;
  /** Number of accounts; null if it is unknown. */
  readonly total: number | null;
  readonly ports: Pick<ReadPorts, 'readCost' | 'readPace'>;
  /** Accounts that are counted apart, such as those with drift. */
  readonly found?: { readonly word: string; readonly isOne: (account: T) => boolean };
};

/** Passes items of a phase on, and shows how far they are. */
export type Follow = <T>(
  items: AsyncIterable<T>,
  phase: Pick<Phase<T>, 'does' | 'total'>,
) => AsyncIterable<T>;

const screenMs = 200;
const lineMs = 10_000;
/** Requests of this time are the present rate. */
const windowMs = 5000;
const shortestMs = 1000;

/**
 * Passes accounts on, and shows how far they are: on a terminal in a line that is redrawn, in CI or
 * without a cursor in a line every 10 seconds. Elsewhere nothing.
 */
export async function* withProgress<T>(
  context: CommandContext,
  phase: Phase<T>,
  accounts: AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  const reported =
    context.onProgress === undefined ? accounts : withReported(context, phase, accounts);
  if (hasProgress(context)) yield* withShown(context, phase, reported);
  else yield* reported;
}

/** Makes the function that follows each phase of a command. */
export function makeFollow(context: CommandContext, ports: Phase<unknown>['ports']): Follow {
  return (items, phase) => withProgress(context, { ...phase, ports }, items);
}

function hasProgress({ terminal, environment }: CommandContext): boolean {
  const { progress } = terminal;
  if (progress === 'screen' || progress === 'rows') return true;
  return progress === 'lines' && isCi(environment);
}

/** Shows a text, which is read again and again, until it is stopped; nothing where no progress is shown. */
export function startProgress(context: CommandContext, read: () => string): () => void {
  if (!hasProgress(context)) return () => undefined;
  const { terminal, timer = machineTimer } = context;
  const isLive = terminal.progress === 'screen';
  const stop = repeat(timer, isLive ? screenMs : lineMs, () => {
    if (isLive) terminal.status(read());
    else terminal.log(read());
  });
  return () => {
    stop();
    terminal.status(null);
  };
}

async function* withReported<T>(
  { onProgress }: CommandContext,
  { does, total }: Phase<T>,
  accounts: AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  let done = 0;
  for await (const account of accounts) {
    done += 1;
    onProgress?.({ phase: does, done, total });
    yield account;
  }
}

async function* withShown<T>(
  context: CommandContext,
  phase: Phase<T>,
  accounts: AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  const meter = new Meter(phase, context.timer ?? machineTimer);
  const stop = startProgress(context, () => meter.read());
  try {
    for await (const account of accounts) {
      meter.add(account);
      yield account;
    }
  } finally {
    stop();
  }
}

class Meter<T> {
  readonly #phase: Phase<T>;
  readonly #timer: Timer;
  readonly #startedAtMs: number;
  #done = 0;
  #found = 0;
  readonly #samples: { readonly atMs: number; readonly requests: number }[];

  constructor(phase: Phase<T>, timer: Timer) {
    this.#phase = phase;
    this.#timer = timer;
    this.#startedAtMs = timer.nowMs();
    const { requests } = phase.ports.readCost();
    this.#samples = [{ atMs: this.#startedAtMs, requests }];
  }

  add(account: T): void {
    this.#done += 1;
    if (this.#phase.found?.isOne(account) === true) this.#found += 1;
  }

  /** `planning 412/3000 · 48 req/s of 50 · 3 drift · ETA 3m10s`. */
  read(): string {
    const { does, total, found } = this.#phase;
    const nowMs = this.#timer.nowMs();
    const eta = total === null ? null : this.#readLeftMs(total, nowMs);
    const rate = this.#readRate(nowMs);
    const pace = formatRate(this.#phase.ports.readPace());
    return [
      `${does} ${this.#done}${total === null ? '' : `/${total}`}`,
      // The first requests may come at once, which is no rate yet.
      ...(rate === null ? [] : [`${formatRate(rate)} req/s of ${pace}`]),
      ...(found === undefined || this.#found === 0 ? [] : [`${this.#found} ${found.word}`]),
      ...(eta === null ? [] : [`ETA ${formatSeconds(Math.ceil(eta / 1000))}`]),
    ].join(' · ');
  }

  #readRate(nowMs: number): number | null {
    const { requests } = this.#phase.ports.readCost();
    // The newest sample that is as old as the window is its start.
    const isPast = (index: number) => nowMs - (this.#samples[index]?.atMs ?? nowMs) >= windowMs;
    while (isPast(1)) this.#samples.shift();
    const [from] = this.#samples;
    this.#samples.push({ atMs: nowMs, requests });
    if (from === undefined || nowMs - from.atMs < shortestMs) return null;
    return (requests - from.requests) / ((nowMs - from.atMs) / 1000);
  }

  // Null before the first account, because nothing says yet how long one takes.
  #readLeftMs(total: number, nowMs: number): number | null {
    if (this.#done === 0 || this.#done >= total) return null;
    return ((nowMs - this.#startedAtMs) / this.#done) * (total - this.#done);
  }
}

function repeat(timer: Timer, ms: number, work: () => void): () => void {
  let stop: () => void = () => undefined;
  const next = (): void => {
    stop = timer.setAlarm(ms, () => {
      work();
      next();
    });
  };
  next();
  return () => stop();
}

// A rate below 10 keeps its digits, so that it is never 0 of 0.
function formatRate(rate: number): string {
  return rate >= 10 ? String(Math.round(rate)) : String(Number(rate.toPrecision(2)));
}

function formatSeconds(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours > 0) return `${hours}h${String(minutes % 60).padStart(2, '0')}m`;
  return minutes > 0 ? `${minutes}m${String(seconds % 60).padStart(2, '0')}s` : `${seconds}s`;
}
