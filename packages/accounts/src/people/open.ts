import type { Access } from '../access/open.js';
import type { PlansRoom } from '../plans/open.js';
import type { Foundation } from '../webhooks/foundation.js';
import { Directory } from './directory.js';
import { Erasures } from './erasures.js';
import { FirstLinks } from './invitations.js';
import { NewAccounts } from './new-accounts.js';
import { PersonalData } from './personal-data.js';
import { Profiles } from './profiles.js';
import { SignOnPeople } from './sign-on-people.js';
import { SignUps } from './sign-ups.js';
import { SubUsers } from './sub-users.js';

export function openPeople(given: Foundation & { access: Access; plans: PlansRoom }) {
  const { database, audit, users } = given;
  const all = { ...given, ...given.access, ...given.plans };
  const firstLinks = new FirstLinks(all);
  const subUsers = new SubUsers({ ...all, firstLinks });
  return {
    users,
    subUsers,
    firstLinks,
    directory: new Directory(database),
    newAccounts: new NewAccounts({ ...all, firstLinks }),
    signUps: new SignUps({ ...all, firstLinks }),
    signOnPeople: new SignOnPeople({ ...given, subUsers }),
    profiles: new Profiles(all),
    personalData: new PersonalData(database, audit),
    erasures: new Erasures({ ...given, database: given.patient, subUsers }),
  };
}
