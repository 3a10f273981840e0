import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { type Json, type JsonObject, readMember } from '../../../kit/json/json.ts';
import { isLayoutKey } from '../../../model/desired/cycle-file/cycle-structure.ts';

/** A member that differs between two parts of an export; null if absent. */
export type SettingChange = {
  readonly name: string;
  readonly before: Json | null;
  readonly after: Json | null;
};

/** Lists the members that differ, by name, without the layout. */
export function compareSettings(before: JsonObject, after: JsonObject): SettingChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((name) => {
    const [left, right] = [readMember(before, name) ?? null, readMember(after, name) ?? null];
    if (isSameJson(left, right) || isLayoutKey(name)) return [];
    return [{ name, before: left, after: right }];
  });
}
