/** Something that no source settles and the client relies on, or is built to bear either way. */
export type Assumption = {
  /** The number of the open question in SERVICE.md, section I; null where it is not listed there. */
  readonly number: number | null;
  readonly says: string;
  /** What the client does when it does not hold. */
  readonly otherwise: string;
};

/** All of them, by number. The emulator has a switch for each that can be switched. */
export const assumptions: readonly Assumption[] = [
  {
    number: 1,
    says: 'A cycle read may show Interval, StartTime and RunOnce; the answers of activate and deactivate say nothing that is needed.',
    otherwise: 'Where a schedule is not shown, it reads as null and is judged by what was sent.',
  },
  {
    number: 3,
    says: 'A step is started from outside when its method has the type Webhook, or its ActionType is that word.',
    otherwise: 'It counts as an ordinary step; numbers are not believed.',
  },
  {
    number: 5,
    says: 'An import with the account header makes a paused cycle of that account and answers it as an install does.',
    otherwise:
      'The outcome counts as unknown: the lists of cycles are looked at before anything else is sent.',
  },
  {
    number: 5,
    says: 'An import needs no Status, dates, counters or ids of the place that it was exported from, and into an account no ConnectorAuthentication: its connectors sign in as they do.',
    otherwise: 'The import is refused, and its message is shown.',
  },
  {
    number: 5,
    says: 'Ids of steps in an import only say which of them belong together; the cycle gets its own.',
    otherwise: 'Two imports of one file into one service would share step ids.',
  },
  {
    number: 5,
    says: 'CycleEntityMappingType is 0 for a step, 1 text, 2 Ignore, 3 an option, 4 a variable, 5 a lookup.',
    otherwise:
      'A mapping is shown as another kind than it is; what is imported has the number that was exported.',
  },
  {
    number: 9,
    says: 'Lists take page, pageSize, orderBy and sortOrderAsc, and the header Total-Pages counts pages of the size that is served.',
    otherwise:
      'Without the header a list is read to an empty page, twice; a service that ignores page repeats its items, which is noticed.',
  },
  {
    number: 9,
    says: 'Steps, edges, variables, properties, mappings and prerequisites come as one list without pages.',
    otherwise: 'A Total-Pages above 1 makes the read fail as an unexpected answer.',
  },
  {
    number: 10,
    says: '429 means that nothing was done, for every method, and Retry-After is in seconds or a date.',
    otherwise: 'Without Retry-After the wait doubles each time.',
  },
  {
    number: 11,
    says: '401 means that nothing was done, and refused credentials are 400 or 401 of the token endpoint.',
    otherwise:
      'A write is repeated once with a new token, so a 401 after the deed would do it twice.',
  },
  {
    number: 11,
    says: 'Any status of a method call, 401 and 429 too, may be the answer of the third party.',
    otherwise: 'A call is sent once; who made it looks, and calls again.',
  },
  {
    number: 11,
    says: 'An account header that names no account is refused with 401, 403 or 404; one that names an account is not.',
    otherwise:
      'Where accounts cannot be read, one that exists is taken for new, and making it is refused with its Id in use.',
  },
  {
    number: 13,
    says: 'AuthValue and sensitive properties may come back in clear, masked, or not at all.',
    otherwise: 'What comes is only printed; absent, null and empty count as not told.',
  },
  {
    number: 18,
    says: "Ids in a step's Method.Parameters and Method.RequestFields are those of its parameter and field mappings.",
    otherwise: 'A mapping of an unknown id is seen by the caller, who joins the two.',
  },
  {
    number: 19,
    says: 'Items of Method.ResponseFields have Id and Location. What else a step gives, as custom fields, fieldsformapping of the step that takes it tells, by Location or else Name, and Step.',
    otherwise:
      'The read of the steps fails as an unexpected answer and names the place; a source that neither lists, or of a service without such a list, is unknown.',
  },
  {
    number: 19,
    says: 'A webhook delivers what stands in RequestFields of its method, in lists, steps and exports, and nothing is mapped to it.',
    otherwise:
      'ResponseFields that it has are taken too, and of one name before. Of one that has neither, fieldsformapping tells, as of other steps.',
  },
  {
    number: 20,
    says: 'List items have all fields of the single read.',
    otherwise:
      'Properties that a connector does not name are read by themselves; other missing fields make the read fail.',
  },
  {
    number: 21,
    says: 'The MappingType words of variable and lookup are Variable and Lookup.',
    otherwise: 'The words pass through unread; the field table alone knows them.',
  },
  {
    number: 22,
    says: 'Nothing unsets a mapping but Ignore, which sends as little as one that was never set; a field that was never mapped reads as Ignore.',
    otherwise:
      'Null of a field is taken for Ignore. A cycle whose edit is taken back runs with Ignore where nothing was set; drift shows it where that is managed.',
  },
  {
    number: 24,
    says: 'A refused activation is a 400 or 409 with a Message.',
    otherwise: 'Any other refusal is reported with its status.',
  },
  {
    number: 25,
    says: 'PATCH of the variables finds a variable by its SystemName and keeps those that are not named.',
    otherwise: 'Reading back after the write shows it.',
  },
  {
    number: 27,
    says: 'The catalogue and the templates can be read without the account header.',
    otherwise: 'After a 401 the catalogue is read through an account that exists.',
  },
  {
    number: null,
    says: 'The token endpoint is /oauth/token of the base address, not of the browser domain.',
    otherwise: 'Signing in fails and says where it was tried; a token from elsewhere can be given.',
  },
  {
    number: null,
    says: 'A method whose body is XML says so as RequestFormat.DataType in the lists of methods.',
    otherwise: 'A body that is made from fields is JSON; one of the own text goes as it is.',
  },
  {
    number: null,
    says: 'A DELETE of what is already gone is 404.',
    otherwise: 'Any other refusal is reported with its status.',
  },
  {
    number: null,
    says: 'A 404 of the service is JSON or has no body; one in other words is of something that stands before it.',
    otherwise: 'What is not there counts as not readable, and nothing is made or deleted for it.',
  },
  {
    number: null,
    says: 'Activation is the only PUT whose repetition could do something twice.',
    otherwise: 'It is the only PUT that the client never repeats.',
  },
  {
    number: null,
    says: 'An export calls the place of a field Location or ConnectorField, and the edges TailStep_Id and HeadStep_Id.',
    otherwise: 'The export fails as an unexpected answer, and names are checked after the install.',
  },
  {
    number: null,
    says: 'In an export CycleEntityMappingType 1 is a static value; what another mapping is, its value tells.',
    otherwise:
      'What a template gives to its cycles is taken for their own, and written out by cyclectl export.',
  },
  {
    number: null,
    says: 'A step that is a webhook may tell its address as WebhookUrl.',
    otherwise: 'Its address is said to be not readable; none is made up.',
  },
];
