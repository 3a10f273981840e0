import { Refusal } from '../http/reply.ts';
import type { ConsoleAction } from './console-action.ts';
import { writeSettings } from './settings.ts';

/** `settings: {NAME: VALUE, …}`: changes the named settings. */
export const updateSettings: ConsoleAction = (state, value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal(400, 'settings must be an object of settings by name.');
  }
  return writeSettings(state, value as Readonly<Record<string, unknown>>);
};
