/** What a source names and the emulator does not do, beyond operations that it lacks. */
export const leftOut: readonly (readonly [what: string, instead: string, source: string])[] = [
  [
    'Requests signed by OAuth 1',
    'A call fails to authenticate the connector, and the browser route is a 400: no source shows how the service signs.',
    'SERVICE B [D]',
  ],
  ['Proof keys (PKCE) in the browser route', 'None are sent: no source names them.', 'SPEC 4.4'],
  [
    'Steps that call no method: Decision, Delay, Wait Until, Wait All',
    'A world has none, and an import of one is a 400: their words on the wire are not known.',
    'SERVICE B [D], I.3',
  ],
  [
    'Credentials of a step by mappings (external authentication)',
    'A step has those of its connector.',
    'SERVICE D [D]',
  ],
  [
    'Rate limits that a connector defines for its third party',
    'What a third party says by 429 and Retry-After is kept to.',
    'SERVICE G [C]',
  ],
  [
    'Data types of parameters in a call',
    'Parameters are texts and go out as they are; only fields of a body are typed.',
    'SPEC 4.1',
  ],
  [
    'What a custom category changes in a call',
    'The category is checked, and the call is as without it.',
    'SPEC 4.1, SERVICE I.16',
  ],
];
