import type { TestWorkplace } from '../worlds/workplace.ts';
import { type AccountPicture, drawService } from './picture.ts';
import { editManifest, openQuickstart } from './quickstart.ts';

/** An apply that tests break in many ways, from the same beginning each time. */
export type Scenario = {
  readonly place: TestWorkplace;
  /** Brings service, store and manifests to where the apply begins. */
  begin(): Promise<void>;
  /** States as which cycles may run afterwards; left out where none ran before. */
  readonly runsAs?: readonly (readonly AccountPicture[])[];
};

/** The quickstart's first apply, on a service that has nothing. */
export async function openFirstApply(): Promise<Scenario> {
  const place = await openQuickstart();
  return {
    place,
    begin: async () => {
      place.emulator.control.reset();
      place.loseStore();
    },
  };
}

/** A first apply of a template that brings connectors of its own, so that its steps must be bound anew. */
export async function openFreshInstallation(): Promise<Scenario> {
  const scenario = await openFirstApply();
  const { manifests } = scenario.place;
  manifests.delete('accounts/contoso.yaml');
  const text = manifests.get(file) ?? '';
  manifests.set(file, `${text.slice(0, text.indexOf('  cycles:'))}${filesApart}`);
  return scenario;
}

const filesApart = `  cycles:
    apart:
      from: {template: Files Apart}
      displayName: Files apart
      state: active
      schedule: {every: 15m}
`;

const file = 'accounts/northwind.yaml';
const edits = [
  ['variables: {region: emea}', 'variables: {region: apac}'],
  ['list: {option: Customers}', 'list: {option: Leads}'],
  ['Contact.Name: {step: Get contact, field: Name}', 'Contact.Name: Nobody'],
  ['displayName: Contacts to files', 'displayName: Contacts to all files'],
  ['{every: 15m, startAt', '{every: 30m, startAt'],
] as const;
const undoing = edits.map(([before, after]) => [after, before] as const);

/** An apply that edits every part of a running cycle, in one pause window. */
export async function openRunningEdit(): Promise<Scenario> {
  const place = await openQuickstart();
  await place.apply();
  const old = drawService(place.emulator);
  editManifest(place, file, edits);
  await place.apply();
  const edited = drawService(place.emulator);
  return {
    place,
    runsAs: [old, edited],
    begin: async () => {
      editManifest(place, file, undoing);
      await place.apply();
      editManifest(place, file, edits);
    },
  };
}
