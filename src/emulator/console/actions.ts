import { updateAllowList } from '../calls/allow-list.ts';
import type { ConsoleAction } from './console-action.ts';
import { promote } from './promote.ts';
import { publish } from './publish.ts';
import { updateSettings } from './update-settings.ts';
import { upgradeInstalled } from './upgrade-installed.ts';

/** What can be done in the console, by the name that a request gives it, in the order in which several are done. */
export const consoleActions: Readonly<Record<string, ConsoleAction>> = {
  settings: updateSettings,
  promote,
  publish,
  upgradeInstalled,
  allowList: updateAllowList,
};
