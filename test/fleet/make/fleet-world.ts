import type { World } from '../../../src/emulator/world/file/world.ts';
import { hardKind } from './connector-cards.ts';
import { fleetCatalog } from './fleet-catalog.ts';

/**
 * World of both consoles: catalog, and templates with slots, webhooks, own connectors and difficult
 * names.
 */
export const fleetWorld: World = {
  seed: 11,
  clients: [{ clientId: 'fleet', clientSecret: 'fleet-client-not-a-secret' }],
  connectors: fleetCatalog,
  templates: [
    {
      name: 'Entries to Letters',
      description: 'Sends a letter for each entry.',
      tags: ['entries', 'letters'],
      variables: { region: 'eu', note: null, 'batch size': '100', 'Größe / ü: #1': 'true' },
      steps: [
        {
          name: 'List entries',
          connector: 'Ledger',
          parameters: {
            since: '{{LastSuccessfulRunDate}}',
            state: { option: 'open' },
            book: { lookup: { value: 'b-1', label: 'First book' } },
          },
        },
        {
          name: 'Send letter',
          connector: 'Courier',
          parameters: { priority: { variable: 'batch size' } },
          fields: {
            'Letter.To': { step: 'List entries', field: 'Entry.Email' },
            'Letter.Text': 'as the template says',
            '[Lines].[Cells].Value': { ignore: true },
          },
        },
      ],
    },
    {
      name: 'Ledger to Ledger',
      tags: ['entries'],
      variables: { region: 'us' },
      steps: [
        { name: 'List entries', connector: 'Ledger', parameters: { since: '2026-01-01' } },
        {
          name: 'List entries',
          connector: 'Ledger#2',
          parameters: { since: '{{LastSuccessfulRunDate}}' },
        },
        {
          name: 'Step #2: "save" / %2F',
          connector: 'Ledger#2',
          method: 'Save entry',
          fields: {
            'Entry.Email': { step: 'List entries#1', field: 'Entry.Email' },
            'Entry.Kind': { option: 'plain' },
            'Entry.Owner': { lookup: { value: '17' } },
          },
        },
      ],
    },
    {
      name: 'Orders in',
      tags: ['orders'],
      steps: [
        { name: 'Order received', connector: 'Our App' },
        {
          name: 'Put record',
          connector: 'Vault',
          fields: { 'Record.Name': { step: 'Order received', field: 'id' } },
        },
      ],
    },
    {
      name: 'Vault apart',
      freshInstallation: true,
      steps: [
        { name: 'List orders', connector: 'Our App' },
        {
          name: 'Put record',
          connector: 'Vault',
          fields: { 'Record.Name': { step: 'List orders', field: '[orders].id' } },
        },
      ],
    },
    {
      name: 'Orders',
      description: 'Marks orders. It needs no credentials.',
      tags: ['orders'],
      minimalInstallAnswer: true,
      variables: { state: 'seen' },
      steps: [
        { name: 'List orders', connector: 'Our App' },
        {
          name: 'Mark order',
          connector: 'Our App',
          fields: {
            'order.id': { step: 'List orders', field: '[orders].id' },
            'order.state': { variable: 'state' },
          },
        },
      ],
    },
    {
      name: 'Clockwork',
      description: 'It has nothing to map, and runs well.',
      steps: [
        { name: 'Count orders', connector: 'Our App' },
        { name: 'Count again', connector: 'Our App', method: 'Count orders' },
      ],
    },
    {
      name: 'Gaps',
      description: 'What to save is for the installer to say.',
      steps: [
        { name: 'List orders', connector: 'Our App' },
        { name: 'Save entry', connector: 'Ledger', version: '1.0' },
      ],
    },
    {
      name: 'Every sign-in',
      steps: [
        { name: 'List tickets', connector: 'Field Desk' },
        { name: 'Count parts', connector: 'Machine' },
        { name: 'List pages', connector: 'Old Sign' },
        { name: 'List cities', connector: 'Open Data' },
      ],
    },
    {
      name: '- Yes: "no" #1 {x} → ünï',
      tags: ['- a: b', 'ü, ö', '#1'],
      variables: { null: 'null', '- x: y': '007' },
      steps: [
        {
          name: 'null',
          connector: hardKind,
          method: 'List entries',
          parameters: { since: '= not a script' },
        },
        {
          name: 'Say "hi" \\ / %2F #1: {x} → ünï',
          connector: hardKind,
          method: 'List entries',
          parameters: { since: 'null' },
        },
        {
          name: 'true',
          connector: `${hardKind}#2`,
          method: 'Save entry',
          fields: {
            'Entry.Email': {
              step: 'Say "hi" \\ / %2F #1: {x} → ünï',
              field: 'say "it" \\ now',
            },
          },
        },
      ],
    },
    twin('north'),
    twin('south'),
  ],
};

/** Two templates of one name, which differ by a tag. */
function twin(tag: string): NonNullable<World['templates']>[number] {
  return {
    name: 'Twin',
    tags: ['twin', tag],
    steps: [
      { name: 'List orders', connector: 'Our App' },
      {
        name: 'Mark order',
        connector: 'Our App',
        fields: {
          'order.id': { step: 'List orders', field: '[orders].id' },
          'order.state': tag,
        },
      },
    ],
  };
}
