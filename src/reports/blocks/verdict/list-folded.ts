import { count } from '../../../kit/text/text-layout.ts';
import type { Folded } from '../../../model/plan/folded.ts';

/**
 * Totals of a run, each a sentence without a full stop: `37 secrets in 12 accounts never verified`.
 */
export function listFolded(counts: Folded): readonly string[] {
  const {
    unverifiedSecrets = 0,
    unverifiedSchedules = 0,
    unverifiedCategories = 0,
    unverifiedAccounts = 0,
    unsetSecrets = 0,
    unsetAccounts = 0,
    otherKeySecrets = 0,
    otherKeyAccounts = 0,
    audited = 0,
    auditedAccounts = 0,
  } = counts;
  const unverified = [
    ...(unverifiedSecrets === 0 ? [] : [count(unverifiedSecrets, 'secret')]),
    ...(unverifiedSchedules === 0 ? [] : [count(unverifiedSchedules, 'schedule')]),
    ...(unverifiedCategories === 0
      ? []
      : [count(unverifiedCategories, 'custom category', 'custom categories')]),
  ];
  const isOne = unverifiedSecrets + unverifiedSchedules + unverifiedCategories === 1;
  const inAccounts = (accounts: number) => `in ${count(accounts, 'account')}`;
  return [
    ...(unverified.length === 0
      ? []
      : [
          `${unverified.join(', ')} ${inAccounts(unverifiedAccounts)} never verified; --rewrite sends ${isOne ? 'it' : 'them'}`,
        ]),
    ...(unsetSecrets === 0
      ? []
      : [
          `${count(unsetSecrets, 'secret')} ${inAccounts(unsetAccounts)} without a value here, left unchanged; cyclectl secrets lists ${unsetSecrets === 1 ? 'it' : 'them'}`,
        ]),
    ...(otherKeySecrets === 0
      ? []
      : [
          `${count(otherKeySecrets, 'secret')} ${inAccounts(otherKeyAccounts)} written under another fingerprint key; --rewrite sends ${otherKeySecrets === 1 ? 'it' : 'them'} again`,
        ]),
    ...(audited === 0
      ? []
      : [
          `${count(audited, 'violation')} of policies ${inAccounts(auditedAccounts)} recorded; --report json=FILE has ${audited === 1 ? 'it' : 'them'}`,
        ]),
  ];
}
