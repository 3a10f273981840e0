// A world as it is written (schemas/world.schema.json): what the local service offers and holds
// when it starts. Nothing here is checked; `readWorld` turns text into a checked world.

/** What the local service offers and holds when it starts. */
export interface World {
  readonly seed?: number;
  readonly clients?: readonly WorldClient[];
  readonly connectors?: readonly WorldConnector[];
  readonly folders?: readonly WorldFolder[];
  readonly templates?: readonly WorldTemplate[];
  readonly accounts?: readonly WorldAccount[];
  /** Hosts beside this machine that webhooks are sent to. */
  readonly webhookHosts?: readonly string[];
}

export interface WorldClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface WorldConnector {
  readonly name: string;
  readonly description?: string;
  readonly categories?: readonly string[];
  readonly native?: boolean;
  readonly authentication?: readonly WorldAuthentication[];
  readonly api?: WorldApi;
  readonly releases: readonly WorldRelease[];
}

/** Where the methods of a connector go, and how its credential travels. */
export interface WorldApi {
  /** `app:NAME` is a sample app of the emulator's own; else http(s), where `{{NAME}}` is a property. */
  readonly baseUrl: string;
  readonly format?: WorldFormat;
  /** The place of an API key; Basic and OAuth2 credentials always go in Authorization. */
  readonly auth?: {
    readonly in: 'header' | 'query';
    readonly name: string;
    readonly prefix?: string;
  };
  readonly oauth2?: WorldOauth2;
}

/** The authorization server of a connector. What is left out is that of the sample server. */
export interface WorldOauth2 {
  readonly authoriseUrl?: string;
  readonly accessTokenUrl?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly scope?: string;
  /** Durations such as `1h`: how long tokens of the sample server live. */
  readonly accessTokenLifetime?: string;
  readonly refreshTokenLifetime?: string;
}

export type WorldFormat = 'json' | 'xml' | 'form';

export interface WorldAuthentication {
  readonly name: string;
  readonly id?: string;
  readonly type: AuthenticationType;
  readonly oauth2Type?:
    | 'Unknown'
    | 'AuthorisationCode'
    | 'ClientCredentials'
    | 'PasswordCredentials';
  readonly scheme?: string;
  readonly description?: string;
  readonly default?: true;
}

/** AuthType, SERVICE B [D]. */
export type AuthenticationType = 'ApiKey' | 'Basic' | 'OAuth1' | 'OAuth2' | 'None' | 'AuthFields';

export interface WorldRelease {
  readonly version: string;
  readonly id?: number;
  readonly draft?: boolean;
  readonly properties?: readonly WorldProperty[];
  readonly methods?: readonly WorldMethod[];
}

export interface WorldProperty {
  readonly name: string;
  readonly sensitive?: boolean;
  readonly optional?: boolean;
  readonly accountLevel?: boolean;
  readonly type?: DataType;
  readonly values?: readonly string[];
  readonly description?: string;
}

/** DataType of a field or parameter, SERVICE B [D]. */
export type DataType =
  | 'Text'
  | 'Integer'
  | 'Float'
  | 'Boolean'
  | 'DateTime'
  | 'File'
  | 'Decimal'
  | 'Undefined';

export interface WorldMethod {
  readonly name: string;
  readonly id?: number;
  readonly uniqueIdentifier?: string;
  readonly type?: MethodType;
  readonly category?: string;
  readonly description?: string;
  /** Verb and path, such as `GET /contacts/{id}`, where `{NAME}` is a merge field. */
  readonly endpoint?: string;
  readonly paging?: WorldPaging;
  /** The Location of the items that the method reshapes to `{records: […]}`. */
  readonly records?: string;
  /** Name of the root element of an XML request. */
  readonly root?: string;
  /** JavaScript of a Script method, or of a webhook that answers synchronously. */
  readonly script?: string;
  readonly parameters?: readonly WorldParameter[];
  readonly fields?: readonly (string | WorldField)[];
  readonly responseFields?: readonly (string | WorldField)[];
}

/** How the pages of a third party follow each other. */
export type WorldPaging =
  | {
      readonly kind: 'page';
      readonly parameter: string;
      readonly sizeParameter?: string;
      readonly size?: number;
    }
  | { readonly kind: 'cursor'; readonly parameter: string; readonly from: string }
  | { readonly kind: 'link' };

/** MethodType, SERVICE B [D]. */
export type MethodType = 'Action' | 'Webhook' | 'Script';

export interface WorldParameter {
  readonly name: string;
  readonly target?: string;
  readonly type?: DataType;
  readonly required?: boolean;
  readonly sensitive?: boolean;
  readonly values?: readonly string[];
  readonly lookup?: string;
}

export interface WorldField {
  readonly location: string;
  /** A custom field of the connector, which its method may not list (choice customFields). Of responses alone. */
  readonly custom?: boolean;
  readonly name?: string;
  readonly type?: DataType;
  readonly required?: boolean;
  readonly values?: readonly string[];
  readonly lookup?: string;
}

/** A folder of templates in the console. */
export interface WorldFolder {
  readonly id: string;
  readonly name: string;
}

export interface WorldTemplate {
  readonly name: string;
  readonly id?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly published?: boolean;
  readonly freshInstallation?: boolean;
  readonly stepErrorAction?: 'Ignore' | 'Retry';
  readonly collectionSplitType?: 'All' | 'None' | 'First';
  readonly minimalInstallAnswer?: boolean;
  readonly variables?: Readonly<Record<string, string | null>>;
  readonly steps: readonly WorldStep[];
}

export interface WorldStep {
  readonly name: string;
  readonly description?: string;
  readonly connector: string;
  readonly version?: string;
  readonly method?: string;
  readonly parameters?: Readonly<Record<string, WorldMapping>>;
  readonly fields?: Readonly<Record<string, WorldMapping>>;
}

export type WorldMapping =
  | string
  | { readonly step: string; readonly field: string }
  | { readonly variable: string }
  | { readonly option: string }
  | { readonly lookup: { readonly value: string; readonly label?: string } }
  | { readonly ignore: true };

export interface WorldAccount {
  readonly id: string;
  readonly name?: string;
  readonly description?: string;
  readonly timezone?: string;
  readonly connectors?: readonly WorldInstalledConnector[];
  readonly cycles?: readonly WorldInstalledCycle[];
}

export interface WorldInstalledConnector {
  readonly name?: string;
  readonly description?: string;
  readonly connector: string;
  readonly version?: string;
  readonly authentication?: string;
  readonly authValue?: string;
  readonly authenticated?: true;
  readonly properties?: Readonly<Record<string, string>>;
}

export interface WorldInstalledCycle {
  readonly template: string;
  readonly name?: string;
  readonly tags?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly active?: {
    readonly interval?: number;
    readonly startTime?: string;
    readonly runOnce?: true;
  };
}
