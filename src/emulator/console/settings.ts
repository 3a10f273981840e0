import { Refusal } from '../http/reply.ts';
import type { State } from '../state/state.ts';

// General settings of the console, which no operation reaches.

/** Settings of the console. */
export interface ConsoleSettings {
  /** Tasks of the partner in a month; null: unlimited (SPEC 8). */
  readonly taskAllowance: number | null;
  /** Percentages of the allowance that cause a mail (SPEC 8). */
  readonly notifyAtPercents: readonly number[];
  /** Concurrent transactions of an account (SERVICE G [D]); null: unlimited. */
  readonly concurrentTransactions: number | null;
  /** Address that is notified when a refresh token ends; null: none (SPEC 6). */
  readonly refreshTokenWebhookUrl: string | null;
}

/** Readers of the settings by name; each throws Refusal for a bad value. */
type SettingReaders = {
  readonly [K in keyof ConsoleSettings]: (value: unknown) => ConsoleSettings[K];
};

const standard: ConsoleSettings = {
  taskAllowance: null,
  notifyAtPercents: [],
  concurrentTransactions: null,
  refreshTokenWebhookUrl: null,
};

const readers: SettingReaders = {
  taskAllowance: (value) => (value === null ? null : readCount('taskAllowance', value)),
  notifyAtPercents: (value) => {
    if (!Array.isArray(value)) {
      throw new Refusal(400, 'notifyAtPercents must be an array of whole numbers from 1.');
    }
    return value
      .map((each) => readCount('notifyAtPercents', each))
      .toSorted((left, right) => left - right);
  },
  concurrentTransactions: (value) =>
    value === null ? null : readCount('concurrentTransactions', value),
  refreshTokenWebhookUrl: (value) => (value === null ? null : readUrl(value)),
};

const note = 'console settings';

/** The current settings. */
export function readSettings(state: State): ConsoleSettings {
  return { ...standard, ...JSON.parse(state.store.readNote(note) ?? '{}') };
}

/** Changes the named settings. Refuses unknown settings and bad values. */
export function writeSettings(
  state: State,
  wanted: Readonly<Record<string, unknown>>,
): ConsoleSettings {
  const changed = Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => [name, findReader(name)(value)]),
  );
  const settings: ConsoleSettings = { ...readSettings(state), ...changed };
  state.store.writeNote(note, JSON.stringify(settings));
  return settings;
}

function findReader(name: string): (value: unknown) => unknown {
  const known: Readonly<Record<string, (value: unknown) => unknown>> = readers;
  const reader = Object.hasOwn(known, name) ? known[name] : undefined;
  if (reader === undefined) {
    throw new Refusal(
      400,
      `Unknown setting '${name}'. The settings are ${Object.keys(readers).join(', ')}.`,
    );
  }
  return reader;
}

function readCount(name: string, value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) {
    throw new Refusal(400, `${name} must be a whole number from 1.`);
  }
  return value;
}

function readUrl(value: unknown): string {
  if (typeof value !== 'string' || !URL.canParse(value) || !/^https?:/.test(value)) {
    throw new Refusal(400, 'refreshTokenWebhookUrl must be an http or https address.');
  }
  return value;
}
