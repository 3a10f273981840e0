import type { PlanTarget } from '../plan/plan.ts';

/** The service that a store is about, with where browsers go to sign in; absent where an older version noted it. */
export type StoredTarget = PlanTarget & { readonly authAddress?: string | null };

/** An address that differs from the recorded one; null: none. */
export type ChangedAddress = {
  readonly what: 'service' | 'sign-in';
  readonly was: string;
  readonly is: string;
};

/**
 * Addresses that would receive values and differ from the recorded ones. A removed sign-in does not
 * count; world files of an embedded service send nothing elsewhere.
 */
export function listChangedAddresses(
  noted: StoredTarget,
  here: StoredTarget,
): readonly ChangedAddress[] {
  const isEmbedded = noted.service === 'emulator' && here.service === 'emulator';
  const moved: ChangedAddress[] = [];
  if (!isEmbedded && formatTarget(noted) !== formatTarget(here)) {
    moved.push({ what: 'service', was: formatTarget(noted), is: formatTarget(here) });
  }
  const { authAddress: was } = noted;
  const is = here.authAddress ?? null;
  if (was === undefined || is === null || isEmbedded) return moved;
  if (was === null || normaliseAddress(was) !== normaliseAddress(is)) {
    moved.push({ what: 'sign-in', was: was ?? 'nowhere', is });
  }
  return moved;
}

function formatTarget({ service, address }: PlanTarget): string {
  return service === 'emulator' ? `the embedded service (${address})` : normaliseAddress(address);
}

// The same address may be written with a slash at its end, in capitals, or with the port that it has anyway.
function normaliseAddress(address: string): string {
  const parsed = URL.parse(address);
  const text = parsed === null ? address : parsed.href;
  return text.endsWith('/') ? text.slice(0, -1) : text;
}
