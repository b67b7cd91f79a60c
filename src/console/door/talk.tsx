/** A talk as the product has them, for the eye alone: a question, an answer with its source, the next question. */
export function Talk() {
  return (
    <aside className="talk" aria-hidden>
      <div className="talk-log">
        <p className="talk-user">Vocês entregam aos domingos?</p>
        <div className="talk-bot">
          <TalkFace />
          <div>
            <p>
              Entregamos, sim. Aos domingos, das <b>8h às 12h</b>, em toda a região central. O pedido precisa ser feito
              até sábado às 18h.
            </p>
            <span className="talk-source">
              <svg width="14" height="14" viewBox="0 0 24 24">
                <path d="M14 3v5h5M7 3h7l5 5v11a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2Z" />
              </svg>
              Entregas e prazos, página 2
            </span>
          </div>
        </div>
        <p className="talk-user">E se eu não estiver em casa?</p>
        <div className="talk-bot">
          <TalkFace />
          <div className="talk-typing">
            <i />
            <i />
            <i />
          </div>
        </div>
      </div>
      <p className="talk-line">O que a sua empresa sabe, em conversa.</p>
    </aside>
  );
}

function TalkFace() {
  return (
    <svg className="talk-face" width="28" height="28" viewBox="0 0 32 32">
      <path d="M7.5 20.5c2.2-8 10-11.5 17-8.5" />
      <path d="M24.5 17.5c-1.6 4.6-6.2 7-11 5.6l-4.2 1.6" />
    </svg>
  );
}
