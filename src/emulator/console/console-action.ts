import type { State } from '../state/state.ts';

/**
 * A manual action in the console, for which the service has no operation (SERVICE E.1, H). Runs in
 * a transaction; `value` is unchecked JSON. Returns the answer; throws Refusal or WorldError for a
 * mistake.
 */
export type ConsoleAction = (state: State, value: unknown) => unknown;
