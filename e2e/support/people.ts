import { randomUUID } from 'node:crypto';
import { callApi } from './api.ts';
import { linkInMailTo } from './mail.ts';

export interface Person {
  email: string;
  password: string;
}

/** The account of the first start, as the README names it, with its example and its ready projects. */
export const DEMO: Person = { email: 'demo@pace-rcs.example', password: 'pace-demo-2026' };

/** A confirmed account without projects, for tests that must not meet what others make. */
export async function newPerson(): Promise<Person> {
  const person = {
    email: `user-${randomUUID().slice(0, 8)}@radar-works.com`,
    password: 'a sphere is enough',
  };
  const body = { name: 'Ada', surname: 'Wright', company: 'Radar Works', phoneNumber: '', ...person };
  await callApi('register', undefined, { body: { ...body, personalInfoCheck: true } });
  const enc = new URL(await linkInMailTo(person.email)).searchParams.get('enc')!;
  await callApi('confirm', undefined, { query: { enc } });
  return person;
}
