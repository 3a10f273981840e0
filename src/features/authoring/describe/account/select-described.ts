import { parsePointer } from '../../../../kit/json/json-pointer.ts';
import { type Diagnostic, reportWarning } from '../../../../model/diagnostic/diagnostic.ts';
import type { WrittenAccount } from '../../../../model/manifest/manifest.generated.ts';
import type { DescribedAccount, Fault, Remark } from '../described-account.ts';
import { formatName, toManifestAddress } from './manifest-notes.ts';

/**
 * Removes faulty parts from a description, each with a remark. Null when a fault has no removable
 * part.
 */
export function selectDescribed(
  described: DescribedAccount,
  faults: readonly Fault[],
): DescribedAccount | null {
  let written: unknown = described.written;
  const remarks: Remark[] = [];
  const leftOut: Diagnostic[] = [];
  for (const { pointer, diagnostic } of faults) {
    const unit = pointer === null ? null : toUnit(parsePointer(pointer));
    if (unit === null || !isThere(described.written, unit)) return null;
    // Skips a part that an earlier fault removed.
    if (!isThere(written, unit)) continue;
    written = removeAt(written, unit);
    const stays = 'It stays unchanged in the service.';
    const { remedy = stays } = diagnostic;
    const summary = `${formatName(unit.at(-1) ?? '')}: ${diagnostic.summary}`;
    const text = remedy === stays ? `Left out: ${summary}.` : `Left out: ${summary}. ${remedy}`;
    remarks.push({ topic: 'left-out', path: unit, text: text });
    leftOut.push(
      reportWarning('left-out', {
        summary,
        address: toManifestAddress(described.written.metadata.name, unit),
        remedy,
      }),
    );
  }
  return {
    ...described,
    written: written as WrittenAccount,
    remarks: [...described.remarks, ...remarks],
    leftOut: [...described.leftOut, ...leftOut],
  };
}

/** Finds the smallest removable part; null when the whole manifest would go. */
function toUnit(path: readonly string[]): readonly string[] | null {
  const [spec, section, key, part] = path;
  if (spec !== 'spec' || section === undefined || section === 'id' || section === 'ids')
    return null;
  if (section !== 'connectors' && section !== 'cycles')
    return path.slice(0, section === 'retention' ? 3 : 2);
  if (key === undefined) return path.slice(0, 2);
  const isWhole = part === undefined || part === 'displayName' || part === 'from';
  const isRelease = part === 'connector' && path[4] !== 'version';
  if (isWhole || isRelease) return path.slice(0, 3);
  return path.slice(0, lengths[part] ?? 4);
}

/** Length of the path of one removable value. */
const lengths: Readonly<Record<string, number>> = {
  connector: 5,
  properties: 5,
  connectors: 5,
  variables: 5,
  retention: 5,
  steps: 7,
};

function isThere(value: unknown, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
  return isThere(readEntry(value, name), rest);
}

// Removes empty maps too, because an empty map would delete its objects.
function removeAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined || typeof value !== 'object' || value === null) return undefined;
  const below = removeAt(readEntry(value, name), rest);
  const entries = Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
    if (key !== name) {
      // Removes a schedule without a state, because it has no meaning alone.
      return name === 'state' && rest.length === 0 && key === 'schedule' ? [] : [[key, item]];
    }
    return below === undefined ? [] : [[key, below]];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function readEntry(value: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}
