import type { World } from '../../src/emulator/world/world.ts';
import type { WrittenAccount, WrittenCycle } from '../../src/model/manifest.generated.ts';
import type { Draw } from './draw.ts';
import { drawSecret, dropEmpty } from './evolve.ts';

/** A world in which every row of the field table can be managed. */
export const everyRowWorld: World = {
  seed: 5,
  connectors: [
    {
      name: 'Sample CRM',
      authentication: [{ name: 'API key', type: 'ApiKey' }],
      releases: [
        {
          version: '1.0',
          properties: [{ name: 'region' }, { name: 'ClientSecret', sensitive: true }],
          methods: [
            { name: 'List', parameters: [{ name: 'since' }], responseFields: ['Contact.Email'] },
            {
              name: 'Save',
              parameters: [{ name: 'token', sensitive: true }],
              fields: ['Email.Address', '[rows].[cells].value'],
              responseFields: ['Id'],
            },
          ],
        },
      ],
    },
  ],
  templates: [
    {
      name: 'Copy',
      variables: { region: 'eu' },
      steps: [
        { name: 'List', connector: 'Sample CRM' },
        { name: 'Save', connector: 'Sample CRM' },
      ],
    },
  ],
};

/** A manifest that manages every row of the field table. */
export const everyRow: WrittenAccount = {
  apiVersion: 'cyclectl/v1',
  kind: 'Account',
  metadata: { name: 'northwind' },
  spec: {
    id: 'northwind-8812',
    displayName: 'Northwind',
    description: 'all of it',
    timezone: 'Europe/Berlin',
    retention: { successHours: 24, erroredHours: 48 },
    errorWebhook: { url: 'https://hooks.example.com/northwind', includeWarnings: true },
    connectors: {
      crm: {
        connector: { name: 'Sample CRM', version: '1.0' },
        description: 'the first',
        auth: { apiKey: { env: 'SECRET_ONE' } },
        properties: { region: 'eu', ClientSecret: { env: 'SECRET_TWO' } },
      },
      second: { connector: { name: 'Sample CRM' }, auth: { apiKey: { env: 'SECRET_TWO' } } },
    },
    cycles: {
      copy: {
        from: { template: 'Copy' },
        displayName: 'Copy contacts',
        description: 'all of it',
        tags: ['eu', 'nightly'],
        retention: { successHours: 12, erroredHours: 36 },
        connectors: { 'Sample CRM': 'crm' },
        state: 'active',
        schedule: { every: '1h' },
        variables: { region: 'emea' },
        steps: {
          List: { parameters: { since: { expression: '{{LastSuccessfulRunDate}}' } } },
          Save: {
            parameters: { token: { env: 'SECRET_ONE' } },
            fields: {
              'Email.Address': { step: 'List', field: 'Contact.Email' },
              '[rows].[cells].value': { variable: 'region' },
            },
          },
        },
      },
    },
  },
};

/** The same manifest with every line as it was, anew, or left out; what must be there is. */
export function drawEveryRow(draw: Draw, before: WrittenAccount): WrittenAccount {
  const { spec } = before;
  const line = <T>(last: T | undefined, menu: readonly T[]): T | undefined => {
    if (last === undefined) return draw.chance(60) ? draw.pick(menu) : undefined;
    if (draw.chance(15)) return undefined;
    return draw.chance(48) ? draw.pick(menu) : last;
  };
  const hours = (last: typeof spec.retention) => {
    const { successHours, erroredHours } = last ?? {};
    const drawn = dropEmpty({
      successHours: line(successHours, [24, 36, 60, null]),
      erroredHours: line(erroredHours, [48, 72, 96, null]),
    });
    return Object.keys(drawn).length === 0 ? undefined : drawn;
  };
  const crm = spec.connectors?.crm;
  const texts = ['one', 'two', 'three', null] as const;
  const kept = spec.errorWebhook ?? drawWebhook(draw);
  return {
    ...before,
    spec: dropEmpty({
      id: 'northwind-8812',
      displayName: line(spec.displayName, ['Northwind', 'North', 'Wind']),
      description: line(spec.description, texts),
      timezone: line(spec.timezone, ['Europe/Berlin', 'UTC', 'Asia/Kolkata']),
      retention: hours(spec.retention),
      // It has three rows that only show while it is there, and one that shows when it goes.
      errorWebhook: draw.chance(95)
        ? draw.pick([kept, kept, drawWebhook(draw), drawWebhook(draw), null])
        : undefined,
      connectors: {
        crm: dropEmpty({
          connector: { name: 'Sample CRM', version: '1.0' },
          displayName: draw.pick(['crm one', 'crm two', crm?.displayName ?? 'crm']),
          description: line(crm?.description, texts),
          auth: line(crm?.auth, [{ apiKey: drawSecret(draw) }]),
          properties: dropEmpty({
            region: line(crm?.properties?.region, ['eu', 'us', 'ap']),
            ClientSecret: line(crm?.properties?.ClientSecret, [drawSecret(draw)]),
          }),
        }),
        second: { connector: { name: 'Sample CRM' }, auth: { apiKey: { env: 'SECRET_TWO' } } },
        third: { connector: { name: 'Sample CRM' }, auth: { apiKey: { env: 'SECRET_TWO' } } },
        ...(draw.chance(60) ? { spare: { connector: { name: 'Sample CRM' } } } : {}),
      },
      cycles: {
        copy: drawCopy(draw, spec.cycles?.copy, { line, hours }),
        ...(draw.chance(60)
          ? { spare: { from: { template: 'Copy' }, connectors: { 'Sample CRM': 'second' } } }
          : {}),
      },
    }),
  };
}

function drawWebhook(draw: Draw): { readonly url: string; readonly includeWarnings: boolean } {
  const url = draw.pick(['https://hooks.example.com/a', 'https://hooks.example.com/b']);
  return { url, includeWarnings: draw.chance(50) };
}

type Lines = {
  readonly line: <T>(last: T | undefined, menu: readonly T[]) => T | undefined;
  readonly hours: (last: WrittenCycle['retention']) => WrittenCycle['retention'] | undefined;
};

function drawCopy(
  draw: Draw,
  last: WrittenCycle | undefined,
  { line, hours }: Lines,
): WrittenCycle {
  const [list, save] = [last?.steps?.List, last?.steps?.Save];
  const schedule =
    last?.schedule !== undefined && draw.chance(40)
      ? last.schedule
      : draw.pick([{ every: '1h' as const }, { every: '15m' as const }, { every: '7d' as const }]);
  const hasState = draw.chance(97);
  return dropEmpty({
    from: { template: 'Copy' },
    displayName: draw.pick(['Copy one', 'Copy two', last?.displayName ?? 'Copy']),
    description: line(last?.description, ['one', 'two', 'three', null]),
    tags: line(last?.tags, [['eu'], ['us', 'eu'], []]),
    retention: hours(last?.retention),
    connectors:
      line(last?.connectors, [
        { 'Sample CRM': 'crm' },
        { 'Sample CRM': 'second' },
        { 'Sample CRM': 'third' },
      ]) ?? (last === undefined ? { 'Sample CRM': 'crm' } : undefined),
    ...(hasState ? { state: draw.chance(85) ? ('active' as const) : ('paused' as const) } : {}),
    ...(hasState && draw.chance(96) ? { schedule } : {}),
    variables: dropEmpty({ region: line(last?.variables?.region, ['emea', 'apac', 'amer']) }),
    steps: {
      List: {
        parameters: dropEmpty({
          since: line(list?.parameters?.since, [
            'one',
            { option: 'two' },
            { ignore: true as const },
          ]),
        }),
      },
      Save: {
        parameters: dropEmpty({ token: line(save?.parameters?.token, [drawSecret(draw)]) }),
        fields: dropEmpty({
          'Email.Address': line(save?.fields?.['Email.Address'], [
            { step: 'List', field: 'Contact.Email' },
            'nobody',
            { ignore: true as const },
          ]),
          '[rows].[cells].value': line(save?.fields?.['[rows].[cells].value'], [
            { variable: 'region' },
            { lookup: { value: 'b', label: 'B' } },
          ]),
        }),
      },
    },
  });
}
