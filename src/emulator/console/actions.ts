import { updateAllowList } from '../calls/allow-list.ts';
import type { ConsoleAction } from './console-action.ts';
import { promote } from './promote.ts';
import { publish } from './publish.ts';
import { updateSettings } from './update-settings.ts';
import { upgradeInstalled } from './upgrade-installed.ts';

/** Console actions by name, in the order in which one request runs them. */
export const consoleActions: Readonly<Record<string, ConsoleAction>> = {
  settings: updateSettings,
  promote,
  publish,
  upgradeInstalled,
  allowList: updateAllowList,
};
