/** Behaviour that no source documents and the client relies on, or handles either way. */
export type Assumption = {
  /** Number of the open question in SERVICE.md, section I; null if that does not list it. */
  readonly number: number | null;
  readonly text: string;
  /** Behaviour of the client where the assumption is wrong. */
  readonly otherwise: string;
};

/** All assumptions by number. The emulator has a choice for each that can vary. */
export const assumptions: readonly Assumption[] = [
  {
    number: 1,
    text: 'A cycle read may show Interval, StartTime and RunOnce; the client needs nothing from the answers of activate and deactivate.',
    otherwise:
      'A schedule that is not shown reads as null; the client compares it with the one that it sent.',
  },
  {
    number: 3,
    text: 'The unknown words of StepErrorAction and CollectionSplitType have letters alone, the first a capital.',
    otherwise: 'No manifest can have such a word; an export leaves it out and says so.',
  },
  {
    number: 3,
    text: 'StepErrorAction takes Ignore and Retry, and CollectionSplitType takes All, None and First, in these letters; of their other words none is like one of these.',
    otherwise:
      'The client warns of a word that the service takes, and sends it; a word that it does not take is refused by its answer.',
  },
  {
    number: 3,
    text: 'A step is started from outside when its method has the type Webhook, or the ActionType Webhook.',
    otherwise: 'It counts as an ordinary step; the client ignores numbers.',
  },
  {
    number: 3,
    text: 'A run that is over has the status Completed, or an incident of the level Error names its transaction.',
    otherwise: 'It is not evidence for the gate of a rollout, which then asks a person.',
  },
  {
    number: 5,
    text: 'An import with the account header creates a paused cycle in that account and answers as an install does.',
    otherwise:
      'The outcome counts as unknown: the client reads the lists of cycles before it sends anything else.',
  },
  {
    number: 5,
    text: 'An import needs no Status, dates, counters or ids of its source. An import into an account needs no ConnectorAuthentication, because the connectors of the account stay signed in.',
    otherwise: 'The service refuses the import, and the client reports its message.',
  },
  {
    number: 5,
    text: 'Step ids in an import only relate the steps to each other; the cycle gets its own ids.',
    otherwise: 'Two imports of one file into one service share step ids.',
  },
  {
    number: 5,
    text: 'CycleEntityMappingType is 0 for a step, 1 text, 2 Ignore, 3 an option, 4 a variable, 5 a lookup.',
    otherwise:
      'A mapping of an unknown number is passed on as exported; export refuses a number that contradicts the mapping of the cycle.',
  },
  {
    number: 5,
    text: 'An export of a cycle has the mappings and values of the cycle, also where they differ from its template, and its Description.',
    otherwise:
      'The client compares them with the cycle and refuses to export the first difference; it takes a missing Description from the read of the cycle.',
  },
  {
    number: 5,
    text: 'An export numbers the connectors of its steps or has the ids of installed ones, and its opaque parts are of any size up to 2 MiB.',
    otherwise: 'A larger part is refused when its file is written or read.',
  },
  {
    number: 9,
    text: 'Lists take page, pageSize, orderBy and sortOrderAsc, and the header Total-Pages counts pages of the size that the service uses.',
    otherwise:
      'Without the header the client reads a list twice up to an empty page; it detects a service that ignores page by its repeated items.',
  },
  {
    number: 9,
    text: 'Steps, edges, variables, properties, mappings and prerequisites come as one list without pages.',
    otherwise: 'A read with a Total-Pages above 1 fails as an unexpected answer.',
  },
  {
    number: 10,
    text: 'For every method, 429 means that the service did nothing; Retry-After is in seconds or a date.',
    otherwise: 'Without Retry-After the client doubles its wait each time.',
  },
  {
    number: 11,
    text: '401 means that the service did nothing; the token endpoint refuses credentials with 400 or 401.',
    otherwise:
      'The client repeats a write once with a new token, so a 401 after the write would write twice.',
  },
  {
    number: 11,
    text: 'Any status of a method call, including 401 and 429, may come from the third party.',
    otherwise: 'The client sends a call once; its caller checks the effect and calls again.',
  },
  {
    number: 11,
    text: 'The service refuses an account header with 401 or 404 only when it names no account.',
    otherwise:
      'Where accounts are not readable, an existing account counts as new, and its creation fails because its Id is in use.',
  },
  {
    number: 13,
    text: 'AuthValue and sensitive properties may come back in clear, masked, or not at all.',
    otherwise:
      'The client only fingerprints the value; absent, null and empty count as not readable, and asterisks as not compared where no manifest manages the property.',
  },
  {
    number: 18,
    text: "Ids in a step's Method.Parameters and Method.RequestFields are those of its parameter and field mappings.",
    otherwise: 'The caller, which joins the two, detects a mapping with an unknown id.',
  },
  {
    number: 19,
    text: 'Items of Method.ResponseFields have Id and Location. Other fields that a step gives, such as custom fields, are in fieldsformapping of the step that takes them, by Location or else Name, and Step.',
    otherwise:
      'The read of the steps fails as an unexpected answer and names the place. A source is unknown where neither lists it or the service has no such list.',
  },
  {
    number: 19,
    text: 'A webhook delivers the RequestFields of its method, in lists, steps and exports, and has no mappings.',
    otherwise:
      'The client also takes its ResponseFields, which win for the same name. Where it has neither, fieldsformapping lists its fields, as for other steps.',
  },
  {
    number: 20,
    text: 'List items have all fields of the single read.',
    otherwise:
      'The client reads properties that a connector does not name separately; other missing fields make the read fail.',
  },
  {
    number: 21,
    text: 'The MappingType words of variable and lookup are Variable and Lookup.',
    otherwise: 'The client passes the words through unchanged; only the field table knows them.',
  },
  {
    number: 22,
    text: 'Only Ignore unsets a mapping, and it sends as little as a mapping that was never set; a field that was never mapped reads as Ignore.',
    otherwise:
      'Null of a field counts as Ignore. A cycle whose edit is reverted runs with Ignore where nothing was set; drift shows it where that field is managed.',
  },
  {
    number: 24,
    text: 'A refused activation is a 400 or 409 with a Message.',
    otherwise: 'Any other refusal is reported with its status.',
  },
  {
    number: 25,
    text: 'PATCH of the variables finds a variable by its SystemName and keeps variables that it does not name.',
    otherwise: 'The read after the write shows it.',
  },
  {
    number: 27,
    text: 'The catalog and the templates are readable without the account header.',
    otherwise: 'After a 401 the client reads the catalog through an existing account.',
  },
  {
    number: null,
    text: 'The token endpoint is /oauth/token of the base address, not of the browser domain.',
    otherwise: 'The sign-in fails and names the address; a token from elsewhere can be passed.',
  },
  {
    number: null,
    text: 'PUT of an account writes AuditInfo and TaskAuditInfo as its creation does, and null clears them.',
    otherwise: 'The read after the write shows it.',
  },
  {
    number: null,
    text: 'A method whose body is XML says so as RequestFormat.DataType in the lists of methods.',
    otherwise:
      'The client makes a body from fields as JSON, and sends a body that is given as text unchanged.',
  },
  {
    number: null,
    text: 'A DELETE of an object that is already gone is 404.',
    otherwise: 'Any other refusal is reported with its status.',
  },
  {
    number: null,
    text: 'A 404 of the service is JSON or has no body; any other 404 comes from a proxy or another program before it.',
    otherwise:
      'A missing object counts as not readable, and the client creates or deletes nothing for it.',
  },
  {
    number: null,
    text: 'Activation is the only PUT that could act twice when it is repeated.',
    otherwise: 'It is the only PUT that the client never repeats.',
  },
  {
    number: null,
    text: 'An export names the location of a field Location or ConnectorField, and the edges TailStep_Id and HeadStep_Id.',
    otherwise:
      'The export fails as an unexpected answer; the client checks names after the install.',
  },
  {
    number: null,
    text: 'In an export CycleEntityMappingType 1 is a static value; the value of another mapping says its kind.',
    otherwise:
      'Values that a template gives to its cycles count as their own, and cyclectl export writes them.',
  },
  {
    number: null,
    text: 'An export lists each mapping that its cycles begin with, but for those of sensitive parameters. A required parameter or field that has none there is a missing prerequisite.',
    otherwise:
      'The plan refuses a new cycle that could start without that value, and names the line to write.',
  },
  {
    number: null,
    text: 'The dates after and before of the list of transactions are about when a transaction began, in the time that the Date of an answer has.',
    otherwise:
      'Runs that began before an apply count as evidence of it; nothing else shows when a run began.',
  },
  {
    number: null,
    text: 'A webhook step may show its address as WebhookUrl.',
    otherwise: 'The client reports its address as not readable and invents none.',
  },
  {
    number: null,
    text: 'A request with IsLaunchVisible alone keeps the source of a mapping.',
    otherwise:
      'A managed mapping differs in the read after the write, which reports it; another is lost.',
  },
];
