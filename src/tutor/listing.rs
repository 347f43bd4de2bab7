//! The functions of the original as lines of C to follow, rewritten in its terms.

use crate::games::gomoku::judge::{Algorithm, Guard};

/// What a line of a listing does. A step of the algorithm lights all lines that do what it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Line {
    /// No step: a brace, a name.
    Still,
    /// The function begins.
    Call,
    /// `QpChange` turns to a direction.
    Direction,
    /// It counts the cells left in the direction.
    Left,
    /// There are too few.
    Skip,
    /// There is no further cell.
    Edge,
    /// A place is looked at.
    Look,
    /// It is empty.
    Empty,
    /// It holds a stone of the player's.
    Own,
    /// A stone turns over.
    Turn,
    /// The dropped stone is put down.
    Put,
    /// The function returns 0 or what it has.
    Return,
    /// A row begins.
    Row,
    /// A stone of this player is counted, 1 or 2.
    Count(u8),
    /// A turn begins.
    Begin,
    /// The moving stone goes to another place.
    Move,
    /// Is the stone still at the start?
    AtStart,
    /// Is the cell taken?
    Occupied,
    /// `QpChange` is called.
    QpChange,
    /// A failed try is counted.
    Failed,
    /// The turn is lost.
    Lost,
    /// A player's moves are asked for.
    Player,
    /// A cell is tried.
    Try,
    /// The game goes on.
    GoesOn,
    /// The scores are counted.
    Score,
    /// The winner is named, 1 or 2, or a draw, 0.
    Winner(u8),
    /// The digit of a column is read.
    Col,
    /// The digit of a row is read.
    Digit,
    /// A point is made of column and row.
    Point,
    /// A stone of the last player is collected.
    Collect,
    /// A stone is taken up.
    Stone,
    /// The n-th way from a stone, or of a table, is begun.
    Way(u8),
    /// The stones in a direction are counted: the row of them was broken.
    Broken,
    /// They were counted, and none was missing.
    Whole,
    /// The n-th line is compared with four.
    Line(u8),
    /// There are five.
    Five,
    /// The positions of a game wait.
    Wait,
    /// The position with the fewest empty cells is looked at.
    Fewest,
    /// Its result is certain.
    Certain,
    /// A move that was played is worth something.
    Played,
    /// So is the alternative.
    Alternative,
    /// Its worth has not changed.
    Same,
    /// Its worth has changed.
    Worth,
    /// A position before it waits.
    Above,
    /// A value is predicted.
    Predict,
    /// The error is told.
    Error,
    /// What the position before ought to be worth.
    Target,
    /// How far a weight goes.
    Factor,
    /// A position's weights are taken up.
    Again,
    /// A weight moves.
    Weight,
    /// A win with at most this many fours is searched for.
    AtMost,
    /// A four is made.
    Four,
    /// It is answered.
    Answer,
    /// The answer is forbidden.
    Forbidden,
    /// It is taken back.
    Back,
    /// The other moves are cut off.
    Cut,
    /// The player to move has to pass.
    Pass,
}

/// A function to follow.
#[derive(Debug)]
pub struct Listing {
    /// The name of its file, as it would be under DOS.
    pub file: &'static str,
    /// Its lines, each with what it does.
    pub lines: &'static [(&'static str, Line)],
}

impl Listing {
    /// The lines that do this, joined into one without their indentation.
    pub fn code(&self, line: Line) -> String {
        let lit = self.lines.iter().filter(|(_, does)| *does == line);
        let texts: Vec<&str> = lit.map(|(text, _)| text.trim()).collect();
        texts.join(" ")
    }

    /// The same, or only its last line if that is longer than `columns` characters.
    pub fn code_within(&self, line: Line, columns: usize) -> String {
        let code = self.code(line);
        let last = self.lines.iter().rfind(|(_, does)| *does == line);
        match last {
            Some((text, _)) if code.chars().count() > columns => text.trim().to_string(),
            _ => code,
        }
    }
}

/// `QpChange`: its eight pieces of code as one loop over a table of directions.
pub static QP_CHANGE: Listing = Listing {
    file: "QPCHANGE.C",
    lines: &[
        ("int QpChange(x, y, t)", Line::Call),
        ("{ yes = 0;  own = 2-t%2;", Line::Call),
        ("  row = (y-120)/40;", Line::Call),
        ("  col = (x-120)/40;", Line::Call),
        ("  for (d=0; d<8; d++) {", Line::Direction),
        ("    left = cells_left(d);", Line::Left),
        ("    if (left < 2)", Line::Skip),
        ("      continue;", Line::Skip),
        ("    n = 0;", Line::Still),
        ("    for (i=1;i<=left;i++)", Line::Edge),
        ("    { p=Map[row+i*dr[d]]", Line::Look),
        ("           [col+i*dc[d]];", Line::Look),
        ("      if (p == 0) break;", Line::Empty),
        ("      if (p == own) {", Line::Own),
        ("        n = i-1; break; }", Line::Own),
        ("    }", Line::Still),
        ("    for (i=1;i<=n;i++) {", Line::Turn),
        ("      Map[row+i*dr[d]]", Line::Turn),
        ("       [col+i*dc[d]]=own;", Line::Turn),
        ("      yes = 1;", Line::Turn),
        ("    }", Line::Still),
        ("  }", Line::Still),
        ("  if (yes)", Line::Put),
        ("    Map[row][col] = own;", Line::Put),
        ("  return yes;", Line::Return),
        ("}", Line::Still),
    ],
};

/// `DoScore`.
pub static DO_SCORE: Listing = Listing {
    file: "DOSCORE.C",
    lines: &[
        ("void DoScore()", Line::Call),
        ("{", Line::Still),
        ("  score[1] = 0;", Line::Call),
        ("  score[2] = 0;", Line::Call),
        ("  for (row=0; row<8;", Line::Row),
        ("       row++)", Line::Row),
        ("    for (col=0; col<8;", Line::Look),
        ("         col++) {", Line::Look),
        ("      p = Map[row][col];", Line::Look),
        ("      if (p == 1)", Line::Count(1)),
        ("        score[1]++;", Line::Count(1)),
        ("      if (p == 2)", Line::Count(2)),
        ("        score[2]++;", Line::Count(2)),
        ("    }", Line::Still),
        ("}", Line::Return),
    ],
};

/// The two loops of `Playtoplay`.
pub static PLAYTOPLAY: Listing = Listing {
    file: "PLAY.C",
    lines: &[
        ("void Playtoplay()", Line::Call),
        ("{ for (t=1; ; t++) {", Line::Begin),
        ("    tries = 0;", Line::Begin),
        ("    x = 120;  y = 80;", Line::Begin),
        ("    SetPlayColor(t);", Line::Begin),
        ("    while (1) {", Line::Still),
        ("      key = bioskey(0);", Line::Move),
        ("      if (arrow(key)) {", Line::Move),
        ("        move(&x, &y);", Line::Move),
        ("        row = (y-120)/40;", Line::Move),
        ("        col = (x-120)/40;", Line::Move),
        ("        continue;", Line::Move),
        ("      }", Line::Still),
        ("      if (y == 80)", Line::AtStart),
        ("        continue;", Line::AtStart),
        ("      if (Map[row][col])", Line::Occupied),
        ("        continue;", Line::Occupied),
        ("      if(QpChange(x,y,t))", Line::QpChange),
        ("        break;", Line::QpChange),
        ("      tries++;", Line::Failed),
        ("      if (tries>empty())", Line::Failed),
        ("        break; /* lost */", Line::Lost),
        ("    }", Line::Still),
        ("  }", Line::Still),
        ("}", Line::Still),
    ],
};

/// Is the game over, and who won?
pub static OVER: Listing = Listing {
    file: "PLAYWIN.C",
    lines: &[
        ("int over()", Line::Call),
        ("{", Line::Still),
        ("  for (t=1; t<=2; t++)", Line::Player),
        ("    for (each empty cell)", Line::Try),
        ("      if(QpChange(x,y,t))", Line::Try),
        ("        return 0;", Line::GoesOn),
        ("  DoScore();", Line::Score),
        ("  PlayWin();", Line::Score),
        ("  return 1;", Line::Still),
        ("}", Line::Still),
        ("", Line::Still),
        ("void PlayWin()", Line::Still),
        ("{", Line::Still),
        ("  b = score[1];", Line::Score),
        ("  w = score[2];", Line::Score),
        ("  if (b > w) \"Black\"", Line::Winner(1)),
        ("  else if (w>b) \"White\"", Line::Winner(2)),
        ("  else \"draw\"", Line::Winner(0)),
        ("}", Line::Still),
    ],
};

/// The record string.
pub static RECORD: Listing = Listing {
    file: "RECORD.C",
    lines: &[
        ("int read(s)", Line::Call),
        ("{", Line::Still),
        ("  n = 0;", Line::Call),
        ("  while (*s) {", Line::Still),
        ("    col = hex(*s++);", Line::Col),
        ("    row = hex(*s++);", Line::Digit),
        ("    p = 15*col + row;", Line::Point),
        ("    pieces[n++] = p;", Line::Point),
        ("  }", Line::Still),
        ("  return n;", Line::Return),
        ("}", Line::Still),
    ],
};

/// The five-minute solution.
pub static ALL_STONES: Listing = Listing {
    file: "ALL.C",
    lines: &[
        ("int all_stones()", Line::Call),
        ("{ own=collect(pieces);", Line::Collect),
        ("  for (each p of own) {", Line::Stone),
        ("    r = p%15; c = p/15;", Line::Stone),
        ("    if(r>=4 && five(-1)", Line::Way(0)),
        ("    ||r<=10 && five(1)", Line::Way(1)),
        ("    ||c>=4 && five(-15)", Line::Way(2)),
        ("    ||c<=10 && five(15)", Line::Way(3)),
        ("    ||r>=4 && c>=4", Line::Way(4)),
        ("       && five(-16)", Line::Way(4)),
        ("    ||r<=10 && c<=10", Line::Way(5)),
        ("       && five(16)", Line::Way(5)),
        ("    ||r>=4 && c<=10", Line::Way(6)),
        ("       && five(14)", Line::Way(6)),
        ("    ||r<=10 && c>=4", Line::Way(7)),
        ("       && five(-14))", Line::Way(7)),
        ("      return 1;", Line::Five),
        ("  }", Line::Still),
        ("  return 0;", Line::Return),
        ("}", Line::Still),
        ("int five(step)", Line::Still),
        ("{ for (i=1; i<=4; i++)", Line::Look),
        ("    if (!own[p+i*step])", Line::Look),
        ("      return 0;", Line::Broken),
        ("  return 1; }", Line::Whole),
    ],
};

/// The same without its guard.
pub static UNGUARDED: Listing = Listing {
    file: "WRONG.C",
    lines: &[
        ("int all_stones()", Line::Call),
        ("{ own=collect(pieces);", Line::Collect),
        ("  for (each p of own) {", Line::Stone),
        ("    /* no r, no c! */", Line::Still),
        ("    if(five(-1)", Line::Way(0)),
        ("    ||five(1)", Line::Way(1)),
        ("    ||five(-15)", Line::Way(2)),
        ("    ||five(15)", Line::Way(3)),
        ("    ||five(-16)", Line::Way(4)),
        ("    ||five(16)", Line::Way(5)),
        ("    ||five(14)", Line::Way(6)),
        ("    ||five(-14))", Line::Way(7)),
        ("      return 1;", Line::Five),
        ("  }", Line::Still),
        ("  return 0;", Line::Return),
        ("}", Line::Still),
        ("int five(step)", Line::Still),
        ("{ for (i=1; i<=4; i++)", Line::Look),
        ("    if (!own[p+i*step])", Line::Look),
        ("      return 0;", Line::Broken),
        ("  return 1; }", Line::Whole),
    ],
};

/// The fifteen-minute solution.
pub static LAST_STONE: Listing = Listing {
    file: "LAST.C",
    lines: &[
        ("int last_stone()", Line::Call),
        ("{ own=collect(pieces);", Line::Collect),
        ("  p = pieces[last];", Line::Stone),
        ("  n  = run(14);", Line::Way(0)),
        ("  n += run(-14);", Line::Way(1)),
        ("  if (n>=4) return 1;", Line::Line(0)),
        ("  n  = run(-16);", Line::Way(2)),
        ("  n += run(16);", Line::Way(3)),
        ("  if (n>=4) return 1;", Line::Line(1)),
        ("  n  = run(-1);", Line::Way(4)),
        ("  n += run(1);", Line::Way(5)),
        ("  if (n>=4) return 1;", Line::Line(2)),
        ("  n  = run(-15);", Line::Way(6)),
        ("  n += run(15);", Line::Way(7)),
        ("  return n>=4;", Line::Line(3)),
        ("}", Line::Still),
        ("int run(step)", Line::Still),
        ("{ most = left(step);", Line::Still),
        ("  for (i=1;i<=most;i++)", Line::Look),
        ("    if (!own[p+i*step])", Line::Look),
        ("      return i-1;", Line::Broken),
        ("  return most; }", Line::Whole),
    ],
};

/// The same with its eight loops folded into one.
pub static DIRECTION_TABLE: Listing = Listing {
    file: "TABLE.C",
    lines: &[
        ("dx[]={0,0,1,-1,1,-1,", Line::Still),
        ("      1,-1};", Line::Still),
        ("dy[]={1,-1,0,0,1,-1,", Line::Still),
        ("      -1,1};", Line::Still),
        ("int table()", Line::Call),
        ("{ own=collect(pieces);", Line::Collect),
        ("  p = pieces[last];", Line::Stone),
        ("  for (j=0;j<8;j+=2) {", Line::Still),
        ("    n  = run(j);", Line::Way(0)),
        ("    n += run(j+1);", Line::Way(1)),
        ("    if (n>=4)", Line::Line(0)),
        ("      return 1;", Line::Five),
        ("  }", Line::Still),
        ("  return 0;", Line::Return),
        ("}", Line::Still),
        ("int run(j)", Line::Still),
        ("{ step=dx[j]+15*dy[j];", Line::Still),
        ("  most = left(step);", Line::Still),
        ("  for (i=1;i<=most;i++)", Line::Look),
        ("    if (!own[p+i*step])", Line::Look),
        ("      return i-1;", Line::Broken),
        ("  return most; }", Line::Whole),
    ],
};

/// How a result travels back through the learner's book.
pub static CARRY_BACK: Listing = Listing {
    file: "BOOK.C",
    lines: &[
        ("void carry_back(game)", Line::Call),
        ("{ for (each p of game)", Line::Wait),
        ("    wait(p);", Line::Wait),
        ("  while (any_waits()) {", Line::Fewest),
        ("    p = fewest_empty();", Line::Fewest),
        ("    w = worth(p);", Line::Still),
        ("    if (w == p->worth)", Line::Same),
        ("      continue;", Line::Same),
        ("    p->worth = w;", Line::Worth),
        ("    for (each q before p)", Line::Above),
        ("      wait(q);", Line::Above),
        ("  }", Line::Still),
        ("}", Line::Return),
        ("int worth(p)", Line::Still),
        ("{ if (result_known(p))", Line::Certain),
        ("    return result(p);", Line::Certain),
        ("  w = -64;", Line::Still),
        ("  for (each q played)", Line::Played),
        ("    w = max(w,-q->worth);", Line::Played),
        ("  if (p->alternative)", Line::Alternative),
        ("    w = max(w,", Line::Alternative),
        ("         p->promise);", Line::Alternative),
        ("  return w;", Line::Still),
        ("}", Line::Still),
    ],
};

/// How a game moves the learner's weights.
pub static LEARN: Listing = Listing {
    file: "LEARN.C",
    lines: &[
        ("void learn(game,result)", Line::Call),
        ("{ target = result;", Line::Call),
        ("  for (p=last;p;p=prev) {", Line::Predict),
        ("    v = value(p);", Line::Predict),
        ("    error[p] = target-v;", Line::Error),
        ("    target = 0.7*target", Line::Target),
        ("           + 0.3*v;", Line::Target),
        ("  }", Line::Still),
        ("  factor=0.06/patterns;", Line::Factor),
        ("  for (p=last;p;p=prev)", Line::Again),
        ("    for (each pattern)", Line::Again),
        ("      weight[pattern] +=", Line::Weight),
        ("       factor*error[p];", Line::Weight),
        ("}", Line::Return),
        ("", Line::Still),
        ("double value(p)", Line::Still),
        ("{ v = 0;", Line::Still),
        ("  for (each pattern)", Line::Predict),
        ("    v += weight[pattern];", Line::Predict),
        ("  return v;", Line::Still),
        ("}", Line::Still),
    ],
};

/// The search for a win by fours.
pub static VCF: Listing = Listing {
    file: "VCF.C",
    lines: &[
        ("int vcf()", Line::Call),
        ("{ n = 0;", Line::Call),
        ("  do { n++; cut = 0;", Line::AtMost),
        ("    if (attack(n))", Line::AtMost),
        ("      return 1;", Line::Whole),
        ("  } while (cut);", Line::Return),
        ("  return 0; }", Line::Return),
        ("int attack(n)", Line::Still),
        ("{ if (five(own, &p)) {", Line::Five),
        ("    drop(own, p);", Line::Five),
        ("    return 1; }", Line::Five),
        ("  if (n == 0)", Line::Still),
        ("    {cut=1; return 0;}", Line::Still),
        ("  for (each four p) {", Line::Four),
        ("    drop(own, p);", Line::Four),
        ("    five(own, &q);", Line::Still),
        ("    if (forbidden(q))", Line::Forbidden),
        ("      return 1;", Line::Forbidden),
        ("    drop(other, q);", Line::Answer),
        ("    if (attack(n-1))", Line::Answer),
        ("      return 1;", Line::Still),
        ("    take_back(q);", Line::Back),
        ("    take_back(p);", Line::Back),
        ("  }", Line::Still),
        ("  return 0; }", Line::Still),
    ],
};

/// The alpha-beta search of the end of a game.
pub static LOOK: Listing = Listing {
    file: "LOOK.C",
    lines: &[
        ("int solve()", Line::Call),
        ("{ return look(-65,65); }", Line::Call),
        ("int look(alpha, beta)", Line::Begin),
        ("{ best = -65;", Line::Begin),
        ("  if (no_moves(own)) {", Line::Still),
        ("    if (no_moves(other))", Line::Score),
        ("      return score(own);", Line::Score),
        ("    best = -look(-beta,", Line::Pass),
        ("                -alpha);", Line::Pass),
        ("  }", Line::Still),
        ("  for (each move m) {", Line::Try),
        ("    drop(m);", Line::Try),
        ("    v = -look(-beta,", Line::Try),
        ("       -max(alpha,best));", Line::Try),
        ("    take_back(m);", Line::Back),
        ("    if (v > best)", Line::Back),
        ("      best = v;", Line::Back),
        ("    if (best >= beta)", Line::Cut),
        ("      break;", Line::Cut),
        ("  }", Line::Still),
        ("  return best;", Line::Return),
        ("}", Line::Still),
    ],
};

/// All of them.
pub static ALL: [&Listing; 13] = [
    &CARRY_BACK,
    &LEARN,
    &QP_CHANGE,
    &DO_SCORE,
    &PLAYTOPLAY,
    &OVER,
    &RECORD,
    &ALL_STONES,
    &UNGUARDED,
    &LAST_STONE,
    &DIRECTION_TABLE,
    &VCF,
    &LOOK,
];

/// The listing of a judge.
pub fn of_judge(algorithm: Algorithm, guard: Guard) -> &'static Listing {
    match (algorithm, guard) {
        (Algorithm::AllStones, Guard::On) => &ALL_STONES,
        (Algorithm::AllStones, Guard::Off) => &UNGUARDED,
        (Algorithm::LastStone, _) => &LAST_STONE,
        (Algorithm::DirectionTable, _) => &DIRECTION_TABLE,
    }
}
