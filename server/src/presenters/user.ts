import type { User } from '@pace/contract';
import type { UserRow } from '../storage/schema.ts';

export function presentUser(row: UserRow): User {
  const { id, name, surname, email, company, country, address, phoneNumber, userType } = row;
  const { twitter, linkedin, instagram, facebook, webSite } = row;
  return {
    id,
    name,
    surname,
    email,
    company,
    country,
    address,
    phoneNumber,
    userType,
    social: { twitter, linkedin, instagram, facebook, webSite },
  };
}
