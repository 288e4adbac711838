import type { Http } from '../../http/http.ts';
import type { Db } from '../../repositories/schema/schema.ts';
import { addDomainChanges, addDomainReading } from './read.ts';
import { addManyDomains } from './write-many.ts';
import { addDomainWriting } from './write.ts';

/** Adds the routes for an account's domains: the list, changes, tags, and removal from the list. */
export function addDomainRoutes(http: Http, tools: { db: Db }): void {
  addDomainReading(http, tools);
  addDomainChanges(http, tools);
  addManyDomains(http, tools);
  addDomainWriting(http, tools);
}
