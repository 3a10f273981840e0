import { Refusal } from '../http/reply.ts';
import type { State } from '../state/state.ts';

// The general settings of the console: what a person sets there and no operation reaches.

/** How the console is set. */
export interface ConsoleSettings {
  /** Tasks that the partner may use in a month; null: as many as there are (SPEC 8). */
  readonly taskAllowance: number | null;
  /** Shares of the allowance, in percent, at which a mail is sent (SPEC 8). */
  readonly notifyAtPercents: readonly number[];
  /** Transactions of an account that run at once (SERVICE G [D]); null: as many as there are. */
  readonly concurrentTransactions: number | null;
  /** Where the end of a refresh token is told; null: nowhere (SPEC 6). */
  readonly refreshTokenWebhookUrl: string | null;
}

/** How a setting is read from JSON, each by its name; what cannot be read is a Refusal. */
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

/** The settings as they are now. */
export function readSettings(state: State): ConsoleSettings {
  return { ...standard, ...JSON.parse(state.store.readNote(note) ?? '{}') };
}

/** Sets what is named and keeps the rest. Refuses a setting that there is not, or a bad value. */
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
