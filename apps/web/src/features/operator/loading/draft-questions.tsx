import { Button, NativeSelect, Radio, TextInput } from '@mantine/core';
import {
  answerOf,
  type DraftFound,
  type DraftQuestion,
  EVERY_COUNTRY,
  type GivenAnswer,
  optionOf,
} from '@tidewaiter/contract';
import { useState } from 'react';
import { exactDecimal, formatCount } from '../../../format/numbers.js';
import { ActionButton } from '../../../ui/action-button.js';
import { answerInWords, leadInWords } from './in-words.js';
import classes from './loading.module.css';

/** Whose records they are, or which text it is, changes what else would be asked. */
const CHANGES_OTHERS = new Set(['trade', 'country', 'mapping', 'layout', 'encoding', 'member']);

const AS_PROPOSED = '';
const OTHERWISE = 'otherwise';
/** A country of the list, beside one that is proposed too. */
const ANY_COUNTRY = 'country';
const COUNTRIES = [
  { value: '', label: '' },
  ...EVERY_COUNTRY.map(({ shortcode, name }) => ({ value: shortcode, label: name })),
];

interface DraftQuestionsProps {
  found: DraftFound;
  busy: boolean;
  onAnswers: (answers: GivenAnswer[]) => void;
  /** The question that is asked now names these columns. */
  onAsk: (headers: readonly string[]) => void;
}

/** Asks what a file leaves open, one question after the other. */
export function DraftQuestions({ found, busy, onAnswers, onAsk }: DraftQuestionsProps) {
  const { questions } = found;
  const [given, setGiven] = useState<GivenAnswer[]>([]);
  const at = Math.min(given.length, questions.length - 1);
  const question = questions[at];
  if (!question) return null;
  const answer = (said: string | null) => {
    const all = [...given.slice(0, at), { question: question.text, answer: said }];
    const isLast = at === questions.length - 1;
    if (isLast || (said !== null && CHANGES_OTHERS.has(optionOf(said).option))) return onAnswers(all);
    setGiven(all);
    onAsk(questions[at + 1]?.named.map(({ header }) => header) ?? []);
  };
  return (
    <section className={`grid gap-12 on-raised p-16 rounded-4 ${classes.asked}`} aria-label="What it leaves open">
      <h3 className="spread m-0">
        {questions.length === 1 ? 'One question' : `Question ${at + 1} of ${questions.length}`}
        {given.length > 0 && (
          <Button variant="subtle" size="compact-xs" onClick={() => setGiven(given.slice(0, -1))}>
            Back
          </Button>
        )}
      </h3>
      <Question
        key={`${at} ${question.text}`}
        question={question}
        asProposed={found.asProposed}
        headers={found.understood?.columns.map(({ header }) => header) ?? []}
        busy={busy}
        onAnswer={answer}
      />
      {found.understood && found.rowsAsked < found.understood.rows && (
        <p className="soft">Figures are of its first {formatCount(found.rowsAsked)} rows.</p>
      )}
    </section>
  );
}

interface QuestionProps {
  question: DraftQuestion;
  asProposed: DraftFound['asProposed'];
  headers: readonly string[];
  busy: boolean;
  onAnswer: (said: string | null) => void;
}

/** A question as the screen asks it, which has its own ways to say what the command says by options. */
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).replace(/; say it with [^;]+/g, '');

/** Something is filled into an answer before it is one. */
const isBlank = ({ blank, mustBeAnswered }: DraftQuestion, answer: string) =>
  mustBeAnswered && blank !== null && answer.includes(blank);

/**
 * The answer that the proposal comes to, where it is one that can be named: several columns or notations that are asked about at once are
 * proposed together.
 */
function proposedOf({ answers, mustBeAnswered }: DraftQuestion): string | undefined {
  const subjects = new Set(answers.map(({ answer }) => optionOf(answer).text.replace(/=?[^=]*$/, '')));
  if (mustBeAnswered || subjects.size !== 1) return undefined;
  return answers[0]?.answer;
}

function Question({ question, asProposed, headers, busy, onAnswer }: QuestionProps) {
  const { answers, mustBeAnswered, named, blank } = question;
  const isOfCountry = answers.some(({ answer }) => optionOf(answer).option === 'country');
  const proposed = proposedOf(question);
  const whole = answers.filter(({ answer }) => !isBlank(question, answer) && answer !== proposed);
  const templates = isOfCountry ? [] : answers.filter(({ answer }) => isBlank(question, answer));
  const onlyCountry = isOfCountry && whole.length === 0 ? ANY_COUNTRY : null;
  const [chosen, setChosen] = useState<string | null>(mustBeAnswered ? onlyCountry : AS_PROPOSED);
  const [filled, setFilled] = useState('');
  const template = templates.find(({ answer }) => answer === chosen);
  const isFilled = template !== undefined || chosen === OTHERWISE || chosen === ANY_COUNTRY;
  const isReady = chosen !== null && (!isFilled || filled.trim() !== '');
  const choose = (answer: string) => {
    setChosen(answer);
    setFilled('');
  };
  const say = () => {
    if (chosen === null) return;
    if (chosen === ANY_COUNTRY) return onAnswer(answerOf('country', filled));
    if (chosen === OTHERWISE) return onAnswer(filled.trim());
    if (!template) return onAnswer(chosen === AS_PROPOSED ? null : chosen);
    const { option, text } = optionOf(template.answer);
    onAnswer(
      answerOf(
        option,
        text.replace(blank ?? '', () => filled.trim()),
      ),
    );
  };
  return (
    <form
      className="grid justify-items-start gap-12"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !busy) say();
      }}
    >
      <Radio.Group
        label={sentence(question.text)}
        value={chosen}
        onChange={choose}
        className={`grid justify-items-start gap-12 ${classes.choices}`}
      >
        {named.map(({ header, examples, sum }) => (
          <p key={header} className="soft anywhere">
            “{header}” holds {examples.join(' · ')}
            {sum !== null && `, ${exactDecimal(sum)} in all`}
          </p>
        ))}
        {!mustBeAnswered && (
          <Radio
            value={AS_PROPOSED}
            label={`As it is proposed${proposed === undefined ? '' : `: ${answerInWords(proposed)}`}`}
            description={leadInWords(asProposed)}
          />
        )}
        {whole.map(({ answer, lead }) => (
          <Radio key={answer} value={answer} label={answerInWords(answer)} description={leadInWords(lead)} />
        ))}
        {templates.map(({ answer }) => (
          <Radio key={answer} value={answer} label={answerInWords(answer).replace(blank ?? '', '…')} />
        ))}
        {isOfCountry && (
          <Radio value={ANY_COUNTRY} label={proposed !== undefined ? 'Another country' : 'The country that I choose'} />
        )}
        <Radio
          value={OTHERWISE}
          label="Something else"
          description="A column of the file and what it means, such as Header=record_column, or what holds for the whole file, such as currency=INR"
        />
      </Radio.Group>
      {chosen === ANY_COUNTRY && (
        <NativeSelect
          label="Country"
          value={filled}
          data={COUNTRIES}
          onChange={(event) => setFilled(event.currentTarget.value)}
        />
      )}
      {template && blank === 'COLUMN' && (
        <NativeSelect
          label="Column"
          value={filled}
          data={['', ...headers]}
          onChange={(event) => setFilled(event.currentTarget.value)}
        />
      )}
      {((template && blank !== 'COLUMN') || chosen === OTHERWISE) && (
        <TextInput
          label={chosen === OTHERWISE ? 'Answer' : 'Code'}
          value={filled}
          onChange={(event) => setFilled(event.currentTarget.value)}
        />
      )}
      <ActionButton type="submit" busy={busy} done={!isReady}>
        Answer
      </ActionButton>
    </form>
  );
}
