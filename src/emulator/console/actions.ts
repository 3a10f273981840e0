import { changeAllowList } from '../calls/allow-list.ts';
import { changeSettings } from './change-settings.ts';
import type { ConsoleAction } from './console-action.ts';
import { promote } from './promote.ts';
import { publish } from './publish.ts';
import { upgradeInstalled } from './upgrade-installed.ts';

/** What can be done in the console, by the name that a request gives it, in the order in which several are done. */
export const consoleActions: Readonly<Record<string, ConsoleAction>> = {
  settings: changeSettings,
  promote,
  publish,
  upgradeInstalled,
  allowList: changeAllowList,
};
