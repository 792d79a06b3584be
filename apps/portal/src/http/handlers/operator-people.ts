import type { ListedPerson, User } from '@tidewaiter/accounts';
import { nameOf } from '@tidewaiter/accounts';
import {
  type Endpoints,
  MESSAGES,
  type OperatedPerson,
  OperatorError,
  type PersonState,
  type ResponseOf,
} from '@tidewaiter/contract';
import type { Services } from '../../app/services.js';
import { type OperatorHandler, requestedPage } from './handler.js';

function stateOf({ disabledAt, verifiedAt, passwordHash, uplineId }: User): PersonState {
  if (disabledAt) return 'DISABLED';
  if (!verifiedAt) return uplineId === null ? 'WAITING' : 'INVITED';
  return passwordHash === null ? 'NO_PASSWORD' : 'ACTIVE';
}

async function present({ accounts }: Services, { user, ownerEmail, ...listed }: ListedPerson): Promise<OperatedPerson> {
  const plan = await accounts.plans.subscriptions.planOf(user);
  return {
    person: user.id,
    email: user.email,
    name: nameOf(user),
    company: user.companyName,
    owner: ownerEmail,
    state: stateOf(user),
    plan: plan?.plan ?? null,
    expiresOn: plan?.expiresOn ?? null,
    ...listed,
    operator: user.operator,
    createdDate: user.createdAt.toISOString(),
    lastVisitDate: user.lastVisitAt?.toISOString() ?? null,
  };
}

/** @throws OperatorError for a number that is nobody's */
async function found({ accounts }: Services, id: number): Promise<ListedPerson> {
  const listed = await accounts.people.directory.find(id);
  if (!listed) throw new OperatorError(MESSAGES.nobodyHere);
  return listed;
}

const userOf = async (services: Services, id: number) => (await found(services, id)).user;

export const operatorPeople: OperatorHandler<'operatorPeople'> = async ({ services, request }) => {
  const { directory } = services.accounts.people;
  const { people, total } = await directory.page(request.list, request.sought, requestedPage(request));
  const listed = await Promise.all(people.map((one) => present(services, one)));
  return { people: listed, total, ...(await directory.counts()) };
};

type NamedEntry = Awaited<ReturnType<Services['accounts']['audit']['page']>>['entries'][number];
type AuditedEntry = ResponseOf<Endpoints['operatorPerson']>['audit'][number];

/** Who did it is known by their address, where they have not been erased. */
export const presentEntry = ({
  createdAt,
  event,
  actor,
  actorId,
  operator,
  address,
  details,
}: NamedEntry): AuditedEntry => ({
  at: createdAt.toISOString(),
  event,
  by: actor ?? (actorId === null ? (operator ?? '') : `person ${actorId}`),
  address,
  details: JSON.stringify(details),
});

/** Entries of a person that are shown. */
const ENTRIES = 20;

export const operatorPerson: OperatorHandler<'operatorPerson'> = async ({ services, params }) => {
  const { accounts } = services;
  const listed = await found(services, params.person);
  const state = await accounts.plans.subscriptions.state(listed.user);
  const { entries } = await accounts.audit.page({ number: 0, size: ENTRIES }, { subjectId: listed.user.id });
  return {
    person: await present(services, listed),
    left: state
      ? { searches: state.searchesLeft, downloads: state.downloadsLeft, workspaces: state.workspacesLeft }
      : null,
    ...(await accounts.people.directory.opened(listed.user)),
    audit: entries.map(presentEntry),
  };
};

export const operatorPlans: OperatorHandler<'operatorPlans'> = async ({ services }) => ({
  plans: (await services.accounts.plans.catalogue.list()).map(({ name }) => name),
});

export const invitePerson: OperatorHandler<'invitePerson'> = async ({ services, request }) => {
  const { company_name: companyName, ...account } = request;
  await services.records.countries.mustInclude(account.countries ?? []);
  const { email } = await services.accounts.people.newAccounts.invite({ ...account, companyName });
  return { message: `${email} has an account; a link to set a password is on its way.` };
};

export const verifyPerson: OperatorHandler<'verifyPerson'> = async ({ services, params, request }) => {
  const user = await userOf(services, params.person);
  await services.records.countries.mustInclude(request.countries ?? []);
  await services.accounts.people.signUps.verify(user, request);
  return { message: `${user.email} is let in; a link to set a password is on its way.` };
};

export const subscribePerson: OperatorHandler<'subscribePerson'> = async ({ services, params, request }) => {
  const user = await userOf(services, params.person);
  if (user.uplineId !== null) throw new OperatorError(`${user.email} is a sub-user; plans are the main account’s.`);
  await services.records.countries.mustInclude(request.countries ?? []);
  await services.accounts.plans.subscriptions.subscribe(user.id, request);
  const until = (await services.accounts.plans.subscriptions.planOf(user))?.expiresOn;
  return { message: `${user.email} is on ${request.plan}${until ? ` until ${until}` : ''}.` };
};

export const setPersonDisabled: OperatorHandler<'setPersonDisabled'> = async ({
  services,
  params,
  request,
  caller,
}) => {
  const user = await userOf(services, params.person);
  if (user.id === caller?.user.id) throw new OperatorError('You would keep yourself out.');
  await services.accounts.people.users.setDisabled(user, request.disabled);
  return { message: `${user.email} is ${request.disabled ? 'disabled' : 'enabled'}.` };
};

export const resetPersonPassword: OperatorHandler<'resetPersonPassword'> = async ({ services, params }) => {
  const {
    access: { operatorResets },
    people: { firstLinks },
  } = services.accounts;
  const user = await userOf(services, params.person);
  if (user.passwordHash === null) {
    await firstLinks.sendAgain(user, null);
    return { message: `A link to set a password is on its way to ${user.email}.` };
  }
  await operatorResets.mailLink(user);
  return { message: `The password of ${user.email} works no more; a link to set another is on its way.` };
};

export const resetPersonFactors: OperatorHandler<'resetPersonFactors'> = async ({ services, params }) => {
  const user = await userOf(services, params.person);
  await services.accounts.access.operatorResets.removeFactors(user);
  return { message: `${user.email} signs in with the password alone, until they add a second factor again.` };
};

export const grantPerson: OperatorHandler<'grantPerson'> = async ({ services, params, request }) => {
  const user = await userOf(services, params.person);
  const balance = await services.accounts.plans.grants.give(user, request.allowance, request.amount, request.reason);
  return {
    message: `${user.email} has ${balance.toLocaleString('en-US')} ${request.allowance.toLowerCase()} left.`,
    balance,
  };
};

export const exportPerson: OperatorHandler<'exportPerson'> = async ({ services, params }) => {
  const user = await userOf(services, params.person);
  const data = await services.accounts.people.personalData.of(user);
  return { fileName: `person-${user.id}.json`, text: JSON.stringify(data, null, 2) };
};

export const erasePerson: OperatorHandler<'erasePerson'> = async ({ services, params, request, caller }) => {
  const { accounts, exportFiles } = services;
  const user = await userOf(services, params.person);
  if (request.email.toLowerCase() !== user.email)
    throw new OperatorError('That is another address: nothing is changed.');
  const whom = await accounts.people.erasures.whomOf(user);
  if (whom.some(({ id }) => id === caller?.user.id)) throw new OperatorError('You would erase yourself.');
  const { people, exports } = await accounts.people.erasures.erase(user, request.reason);
  for (const made of exports) await exportFiles.remove(made);
  await accounts.people.erasures.vacuum();
  return { message: `${user.email} is erased${people > 1 ? `, and ${people - 1} of its sub-users` : ''}.` };
};
