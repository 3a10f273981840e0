import { impacts } from '../../model/plan/change.ts';
import { objectStates } from '../classify/object-states.ts';
import type { AccountView, PartView } from './account-view.ts';
import type { PageAccount, PagePart } from './page-data.ts';

/** An account in the data of the page, with its parts if there is room. */
export function toPageAccount(
  account: AccountView,
  keys: ReadonlyMap<string, number>,
  hasRoom: boolean,
): PageAccount {
  const { name, state, rank, says: text, count, impact, since, objects, parts } = account;
  return {
    name,
    state,
    rank,
    ...(text === '' ? {} : { says: text }),
    ...(count === 0 ? {} : { count }),
    ...(impact === 'none' ? {} : { impact: impacts.indexOf(impact) }),
    ...(since === null ? {} : { since }),
    objects: [...objects.keys()].map((path) => keys.get(path) ?? -1),
    letters: [...objects.values()].map((one) => objectStates[one].letter).join(''),
    ...toParts(account, keys, hasRoom || parts.length === 0),
  };
}

function toParts(
  { parts, objects }: AccountView,
  keys: ReadonlyMap<string, number>,
  hasRoom: boolean,
): Pick<PageAccount, 'parts' | 'folded'> {
  if (!hasRoom) return { folded: true };
  if (parts.length === 0) return {};
  return { parts: parts.map((part) => toPart(part, { keys, objects })) };
}

function toPart(
  { path, ...part }: PartView,
  {
    keys,
    objects,
  }: { readonly keys: ReadonlyMap<string, number>; readonly objects: AccountView['objects'] },
): PagePart {
  const state = path === null ? undefined : objects.get(path);
  return {
    ...(path === null ? {} : { key: keys.get(path) ?? -1 }),
    ...part,
    ...(state === undefined ? {} : { letter: objectStates[state].letter }),
  };
}
