import type { World } from '../../../src/emulator/world/file/world.ts';
import { isSameJson } from '../../../src/kit/json/canonical-json.ts';
import type {
  WrittenAccount,
  WrittenCycle,
  WrittenStep,
} from '../../../src/model/manifest/manifest.generated.ts';
import type { Draw } from '../generate/draw.ts';
import { drawSecret, dropEmpty } from '../generate/evolve.ts';

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
    auditInfo: 'customer 8812',
    taskAuditInfo: 'cost centre 7',
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
        errorAction: 'Retry',
        collectionSplit: 'All',
        logRequests: false,
        shareable: true,
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
            launchVisible: { parameters: { token: true }, fields: { 'Email.Address': false } },
          },
        },
      },
    },
  },
};

/** The manifest with every line kept, rewritten or removed; required lines stay. */
export function drawEveryRow(draw: Draw, before: WrittenAccount): WrittenAccount {
  const { spec } = before;
  const line = <T>(last: T | undefined, menu: readonly T[]): T | undefined => {
    if (last === undefined) return draw.chance(60) ? draw.pick(menu) : undefined;
    return draw.chance(15) ? undefined : drawAnew(draw, last, menu);
  };
  const hours = (last: typeof spec.retention) => {
    const { successHours, erroredHours } = last ?? {};
    const drawn = dropEmpty({
      successHours: line(successHours, [24, 36, 60, null]),
      erroredHours: line(erroredHours, [48, 72, 96, null]),
    });
    return Object.keys(drawn).length === 0 ? undefined : drawn;
  };
  // Mostly it comes or goes.
  const hasSpare = (last: object | undefined) =>
    draw.chance(last !== undefined && 'spare' in last ? 25 : 80);
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
      auditInfo: line(spec.auditInfo, texts),
      taskAuditInfo: line(spec.taskAuditInfo, texts),
      retention: hours(spec.retention),
      // It has three rows that only show while it is there, and one that shows when it goes.
      errorWebhook: draw.chance(2 * draw.restless)
        ? draw.pick([kept, undefined, drawWebhook(draw), drawWebhook(draw), null])
        : kept,
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
        ...(hasSpare(spec.connectors) ? { spare: { connector: { name: 'Sample CRM' } } } : {}),
      },
      cycles: {
        copy: drawCopy(draw, spec.cycles?.copy, { line, hours }),
        ...(hasSpare(spec.cycles)
          ? { spare: { from: { template: 'Copy' }, connectors: { 'Sample CRM': 'second' } } }
          : {}),
      },
    }),
  };
}

// Another one than the last, where it is not kept.
function drawAnew<T>(draw: Draw, last: T, menu: readonly T[]): T {
  const others = menu.filter((item) => !isSameJson(item, last));
  return others.length > 0 && draw.chance(draw.restless) ? draw.pick(others) : last;
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
  const schedules = [{ every: '1h' as const }, { every: '15m' as const }, { every: '7d' as const }];
  const schedule = drawAnew(draw, last?.schedule ?? draw.pick(schedules), schedules);
  const timed = { state: 'active' as const, schedule };
  // Small and large numbers are drawn more often than those between: it mostly runs.
  const activity = draw.pick([
    timed,
    timed,
    timed,
    { state: 'paused' as const, schedule },
    timed,
    { state: 'active' as const },
    timed,
    {},
    timed,
    { state: 'paused' as const },
    timed,
    timed,
  ]);
  const launch = (shown: WrittenStep['launchVisible']) => {
    const fields = dropEmpty({
      'Email.Address': line(shown?.fields?.['Email.Address'], [true, false]),
    });
    return Object.keys(fields).length === 0 ? {} : { launchVisible: { fields } };
  };
  return dropEmpty({
    from: { template: 'Copy' },
    displayName: draw.pick(['Copy one', 'Copy two', last?.displayName ?? 'Copy']),
    description: line(last?.description, ['one', 'two', 'three', null]),
    tags: line(last?.tags, [['eu'], ['us', 'eu'], []]),
    retention: hours(last?.retention),
    errorAction: line(last?.errorAction, ['Ignore', 'Retry']),
    collectionSplit: line(last?.collectionSplit, ['None', 'All']),
    logRequests: line(last?.logRequests, [false, true]),
    shareable: line(last?.shareable, [false, true]),
    connectors:
      line(last?.connectors, [
        { 'Sample CRM': 'crm' },
        { 'Sample CRM': 'second' },
        { 'Sample CRM': 'third' },
      ]) ?? (last === undefined ? { 'Sample CRM': 'crm' } : undefined),
    ...activity,
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
        ...launch(save?.launchVisible),
      },
    },
  });
}
