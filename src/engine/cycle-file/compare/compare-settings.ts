import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { type Json, type JsonObject, readMember } from '../../../kit/json/json.ts';
import { isLayoutKey } from '../../../model/desired/cycle-file/cycle-structure.ts';

/** A member that is not the same in two parts of an export; absent is null. */
export type SettingChange = {
  readonly name: string;
  readonly before: Json | null;
  readonly after: Json | null;
};

/** The members that differ between two parts of cycle files, by name; where something is drawn is none of them. */
export function compareSettings(before: JsonObject, after: JsonObject): SettingChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((name) => {
    const [left, right] = [readMember(before, name) ?? null, readMember(after, name) ?? null];
    if (isSameJson(left, right) || isLayoutKey(name)) return [];
    return [{ name, before: left, after: right }];
  });
}
