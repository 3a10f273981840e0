import { expect, test } from 'vitest';
import { openEmulator } from '../../../src/emulator/emulator.ts';
import { readWorld } from '../../../src/emulator/world/file/read-world.ts';
import { WorldError } from '../../../src/emulator/world/file/world-error.ts';
import { signIn, startEmulator } from '../support/start-emulator.ts';
import { quickstartWorldText } from '../support/worlds.ts';

async function readMessages(world: string): Promise<readonly string[]> {
  const error = await openEmulator({ world }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(WorldError);
  return (error as WorldError).messages;
}

test.each([
  ['seed: x', ['1:1 seed is text; it must be a whole number.']],
  [
    'acounts: 1\nb: 2',
    [
      '1:1 Unknown key "acounts". Did you mean accounts?',
      '2:1 Unknown key "b". Known keys: seed, clients, connectors, folders, templates, accounts, webhookHosts.',
    ],
  ],
  ['- 1', ['1:1 The world is a list; it must be a map.']],
  ['accounts: [{name: A}]', ['1:12 The key id is missing in entry 1 of accounts.']],
  ['accounts: [{id: a, id: b}]\n', ['1:20 Map keys must be unique.']],
  [
    'accounts:\n  - {id: a}\n  - {id: a}',
    ["3:5 accounts has 'a' twice. Give one of them another, or remove it."],
  ],
  [
    'accounts: [{id: a, timezone: Mars/Base}, {id: b}, {id: c, timezone: Moon}]',
    [
      "1:12 Account 'a' cannot be created: Timezone 'Mars/Base' is not a valid time zone.",
      "1:51 Account 'c' cannot be created: Timezone 'Moon' is not a valid time zone.",
    ],
  ],
  [
    'accounts: [{id: a, connectors: [{connector: Sample CRM}]}]',
    ["1:34 There is no connector 'Sample CRM' to install. There are none."],
  ],
  [
    'connectors: [{name: A, authentication: [{name: B, type: Apikey}], releases: [{version: "1"}]}]',
    [
      '1:51 type cannot be "Apikey". Did you mean ApiKey? Write one of ApiKey, Basic, OAuth1, OAuth2, None, AuthFields.',
    ],
  ],
  ['accounts: [{Id: a}]', ['1:13 Unknown key "Id" in entry 1 of accounts. Did you mean id?']],
  ['seed: 1\n<<<<<<< HEAD\n=======\n>>>>>>> b\n', ['2:1 Unresolved merge conflict.']],
])('the world %j is refused with its places', async (world, messages) => {
  expect(await readMessages(world)).toEqual(messages);
});

test.each(['[', '{', '- ', '? '])(
  'a world of twenty thousand times %s is refused',
  async (sign) => {
    expect(await readMessages(sign.repeat(20_000))).toEqual([
      expect.stringMatching(/^1:\d+ Nested too deeply\.$/),
    ]);
  },
);

test('an API that could not be called is refused with its places', async () => {
  const messages = await readMessages(`
connectors:
  - name: A
    api: {baseUrl: "app:nothing"}
    releases: [{version: "1"}]
  - name: B
    api: {baseUrl: "https://x{{place}}.example/{{other}}"}
    releases:
      - version: "1"
        properties: [{name: place}]
        methods:
          - {name: M, endpoint: "GET /{place}/{id}?a={q}", parameters: [{name: q}]}
          - {name: N, script: return 1}
          - {name: O, endpoint: GET /o, fields: [a]}
          - {name: P, type: Script, script: return 1, endpoint: GET /p, fields: [a]}
`);
  expect(messages).toEqual([
    "4:11 There is no sample app 'nothing'. There are: crm, mailer, files, our-app.",
    "7:11 There is no property 'other'. There are: place.",
    '7:11 In a host, {{NAME}} stands for whole names between dots.',
    "12:23 There is no merge field 'id'. There are: place.",
    "12:23 There is no merge field 'q'. There are: place.",
    '13:23 Only a script or a webhook has a script.',
    '14:41 A GET has no body, so it takes no fields.',
  ]);
});

test.each([
  ['{kind: page}', 'has an unknown form. Write one of {kind: page, parameter}'],
  ['{kind: link, parameter: x}', 'has an unknown form'],
])('paging %s is refused', async (paging, said) => {
  const messages = await readMessages(
    `connectors: [{name: A, releases: [{version: "1", methods: [{name: M, paging: ${paging}}]}]}]`,
  );
  expect(messages).toEqual([expect.stringContaining(said)]);
});

test('everything that is wrong with a template is said at once, each with its place', async () => {
  const messages = await readMessages(`
connectors:
  - name: A
    releases: [{version: "1", methods: [{name: M, fields: [x], responseFields: [r]}]}]
templates:
  - name: T
    steps:
      - {name: M, connector: A}
      - name: M
        connector: A#2
        fields:
          y: here
          x: {step: N, field: r}
      - {name: M, connector: A, fields: {x: {step: M#2, field: q}}}
      - {name: M, connector: A, fields: {x: {variable: region}}}
      - {name: Q, connector: A}
      - {name: M, connector: A, version: "3"}
`);
  expect(messages).toEqual([
    "12:11 There is no field 'y'. There are: x.",
    "13:11 There is no earlier step 'N'. There are: M.",
    "14:42 There is no response field of 'M#2' 'q'. There are: r.",
    "15:42 There is no variable 'region'. There are none.",
    "16:9 There is no method 'Q'. There are: M.",
    "17:19 There is no connector 'A' 3 to install. There are: 1.",
  ]);
});

test('a world may be plain data, and accounts of it exist from the start', async () => {
  const emulator = await startEmulator({
    world: {
      connectors: [
        {
          name: 'Mailer',
          authentication: [{ name: 'Sign in', type: 'OAuth2' }],
          releases: [{ version: '1', properties: [{ name: 'region' }] }],
        },
      ],
      accounts: [
        {
          id: 'northwind',
          connectors: [
            { connector: 'Mailer', authenticated: true, properties: { region: 'eu' } },
            { connector: 'Mailer', name: 'second' },
          ],
        },
      ],
    },
  });
  const caller = (await signIn(emulator)).inside('northwind');
  const { body } = await caller.call('GET', '/v1.0/account/connectors?orderBy=Name');
  expect(body).toMatchObject([
    { Name: 'Mailer', Authenticated: true, Properties: [{ Name: 'region', Value: 'eu' }] },
    { Name: 'second', Authenticated: false },
  ]);
});

test.each([
  [undefined, 'openEmulator takes {world}'],
  ['world.yaml', 'openEmulator takes {world}'],
  [{ worldFile: 'world.yaml' }, 'openEmulator takes {world}'],
  [{ world: 7 }, 'openEmulator takes {world}'],
  [{ world: 'worlds/one.yaml' }, 'The world is the name of a file. Read the file'],
  [{ world: 'nothing' }, 'The world is text, not a map'],
  [{ world: [] }, 'The world is a list; it must be a map.'],
  [{ world: { accounts: [{}] } }, 'accounts.0: The key id is missing in entry 1 of accounts.'],
])(
  'a program that opens it with %j gets an error with the expected options',
  async (options, said) => {
    const opening = openEmulator(options as unknown as { readonly world: string });
    await expect(opening).rejects.toThrow(said);
  },
);

test('a choice that does not exist, or a value it does not take, is refused', async () => {
  const wrong = { accountIds: 'words' } as unknown as { accountIds: 'guid' };
  await expect(openEmulator({ world: {}, choices: wrong })).rejects.toThrow(
    "Choice 'accountIds' is one of external, guid, not words.",
  );
});

test.each([
  `apiKey: "\\CANARY-pasted"`,
  'apiKey: |xCANARY-pasted',
  'apiKey: !CANARY-pasted x',
  'apiKey: *CANARY-pasted',
  'apiKey: "CANARY-pasted',
  '%CANARY-pasted\n---\na: 1',
  'a: {b: CANARY-pasted: c}',
])('a world of %j is refused without a word of it', async (text) => {
  const [message = ''] = await readMessages(text);
  expect(message).toMatch(/\w{5}/);
  expect(message).not.toContain('CANARY');
});

test('the same text is parsed once, and no service can change what it says to the next', () => {
  const world = readWorld(quickstartWorldText);
  expect(readWorld(quickstartWorldText)).toBe(world);
  expect(() => Object.assign(world, { seed: 9 })).toThrow(TypeError);
  expect(() => Object.assign(world.connectors?.[0] ?? {}, { name: 'Another' })).toThrow(TypeError);
  expect(readWorld(`${quickstartWorldText}\n`)).not.toBe(world);
});
