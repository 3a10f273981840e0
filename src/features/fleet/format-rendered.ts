import { toMembers } from '../../kit/json/json.ts';
import { keyOrder } from '../../model/manifest/key-order.ts';
import type { WrittenAccount } from '../../model/manifest/manifest.generated.ts';
import type { AccountDocument } from '../../model/manifest/manifest.ts';
import { formatManifest } from '../authoring/describe/format-manifest.ts';

/** The manifest of an account in one environment, with its keys in the order of the schema. */
export function toRendered({ written }: AccountDocument, environment: string): WrittenAccount {
  const { spec, ...head } = written;
  const { blueprint: _, id, ids, ...settings } = spec;
  const own = id ?? ids?.[environment];
  const ordered = orderSettings({ ...settings, ...(own === undefined ? {} : { id: own }) });
  return { ...head, spec: ordered } as WrittenAccount;
}

/** The settings of an account with their keys in the order of the schema. */
export function orderSettings(
  settings: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { connectors, cycles, ...rest } = settings;
  const entries = {
    ...(connectors === undefined ? {} : { connectors: orderEntries(connectors, 'connector') }),
    ...(cycles === undefined ? {} : { cycles: orderEntries(cycles, 'cycle') }),
  };
  return orderKeys({ ...rest, ...entries }, 'account');
}

function orderEntries(
  entries: unknown,
  kind: 'connector' | 'cycle',
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(toMembers(entries)).map(([key, entry]) => [
      key,
      orderKeys(toMembers(entry), kind),
    ]),
  );
}

function orderKeys(
  value: Readonly<Record<string, unknown>>,
  kind: keyof typeof keyOrder,
): Readonly<Record<string, unknown>> {
  const known = keyOrder[kind].filter((key) => Object.hasOwn(value, key));
  const others = Object.keys(value).filter((key) => !known.includes(key));
  return Object.fromEntries([...known, ...others].map((key) => [key, value[key]]));
}

/** Formats a rendered manifest as YAML, as it would be written in a file. */
export function formatRendered(written: WrittenAccount): string {
  return formatManifest(written, []);
}
