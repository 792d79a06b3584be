import { Button, NativeSelect, Radio, TextInput } from '@mantine/core';
import { answerOf, type DraftFound, type DraftQuestion, type GivenAnswer, optionOf } from '@tidewaiter/contract';
import { useState } from 'react';
import { exactDecimal, formatCount } from '../../../format/numbers.js';
import { ActionButton } from '../../../ui/action-button.js';
import { answerInWords, leadInWords } from './in-words.js';
import classes from './loading.module.css';

/** Whose records they are, or which text it is, changes what else would be asked. */
const CHANGES_OTHERS = new Set(['trade', 'country', 'mapping', 'layout', 'encoding', 'member']);

const AS_PROPOSED = '';
const OTHERWISE = 'otherwise';

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
    <section className={classes.asked} aria-label="What it leaves open">
      <h3>
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

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Something is filled into an answer before it is one. */
const isBlank = ({ blank, mustBeAnswered }: DraftQuestion, answer: string) =>
  mustBeAnswered && blank !== null && answer.includes(blank);

function Question({ question, asProposed, headers, busy, onAnswer }: QuestionProps) {
  const { answers, mustBeAnswered, named, blank } = question;
  const whole = answers.filter(({ answer }) => !isBlank(question, answer));
  const templates = answers.filter(({ answer }) => isBlank(question, answer));
  const [chosen, setChosen] = useState<string | null>(mustBeAnswered ? null : AS_PROPOSED);
  const [filled, setFilled] = useState('');
  const template = templates.find(({ answer }) => answer === chosen);
  const isReady = chosen !== null && ((!template && chosen !== OTHERWISE) || filled.trim() !== '');
  const say = () => {
    if (chosen === null) return;
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
      className={classes.question}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !busy) say();
      }}
    >
      <Radio.Group label={sentence(question.text)} value={chosen} onChange={setChosen} className={classes.choices}>
        {named.map(({ header, examples, sum }) => (
          <p key={header} className="soft">
            “{header}” holds {examples.join(' · ')}
            {sum !== null && `, ${exactDecimal(sum)} in all`}
          </p>
        ))}
        {!mustBeAnswered && (
          <Radio value={AS_PROPOSED} label="As it is proposed" description={leadInWords(asProposed)} />
        )}
        {whole.map(({ answer, lead }) => (
          <Radio key={answer} value={answer} label={answerInWords(answer)} description={leadInWords(lead)} />
        ))}
        {templates.map(({ answer }) => (
          <Radio key={answer} value={answer} label={answerInWords(answer).replace(blank ?? '', '…')} />
        ))}
        <Radio value={OTHERWISE} label="Otherwise" description="As the command takes it: --set, --mapping, --layout" />
      </Radio.Group>
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
