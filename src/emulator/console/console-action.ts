import type { State } from '../state/state.ts';

/**
 * What a person does in the console, for which the service has no operation (SERVICE E.1, H). It
 * runs in a transaction. `value` is what stood behind its name, not looked at yet; a mistake in it
 * is thrown as Refusal or WorldError. Gives what is answered behind its name.
 */
export type ConsoleAction = (state: State, value: unknown) => unknown;
