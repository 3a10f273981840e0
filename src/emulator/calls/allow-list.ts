import { BlockList, isIP } from 'node:net';
import type { ConsoleAction } from '../console/console-action.ts';
import { Refusal } from '../http/reply.ts';
import type { State } from '../state/state.ts';

// Addresses that may call methods of third-party connectors (SPEC 5). The operator's support keeps
// the list; here the console sets it, and null allows all.

const note = 'allow list';

/** `allowList: ["203.0.113.7", "198.51.100.0/24"]`, or null for any address. */
export const updateAllowList: ConsoleAction = (state, value) => {
  const isList = Array.isArray(value) && value.every((each) => typeof each === 'string');
  if (value !== null && !isList) {
    throw new Refusal(400, 'allowList must be an array of addresses, or null for any.');
  }
  const entries: readonly string[] | null = value;
  makeList(entries ?? []);
  state.store.writeNote(note, JSON.stringify(entries));
  return entries;
};

/** True if an address may call methods of third-party connectors. */
export function isAllowed(state: State, address: string): boolean {
  const entries: readonly string[] | null = JSON.parse(state.store.readNote(note) ?? 'null');
  const family = isIP(address);
  return entries === null || (family !== 0 && makeList(entries).check(address, toFamily(family)));
}

function makeList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [, address = '', bits] = /^([^/]+)(?:\/([0-9]{1,3}))?$/.exec(entry) ?? [];
    const family = isIP(address);
    const mostBits = family === 4 ? 32 : 128;
    if (family === 0 || Number(bits ?? 0) > mostBits) {
      throw new Refusal(400, `'${entry}' is not an address such as 203.0.113.7 or 203.0.113.0/24.`);
    }
    if (bits === undefined) {
      list.addAddress(address, toFamily(family));
    } else {
      list.addSubnet(address, Number(bits), toFamily(family));
    }
  }
  return list;
}

function toFamily(family: number): 'ipv4' | 'ipv6' {
  return family === 6 ? 'ipv6' : 'ipv4';
}
