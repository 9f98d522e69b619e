use super::*;

fn tool() -> Command {
    let global = |name: &'static str| Arg::new(name).long(name).global(true);
    Command::new("tool")
        .arg(global("cwd"))
        .arg(global("raw").action(ArgAction::SetTrue))
        .subcommand(
            Command::new("state")
                .subcommand(Command::new("json"))
                .subcommand(Command::new("patch").arg(Arg::new("pairs").num_args(0..)))
                .subcommand(
                    Command::new("add-decision")
                        .arg(Arg::new("summary").long("summary"))
                        .arg(Arg::new("promote").long("promote").action(ArgAction::Append)),
                )
                .subcommand(Command::new("update").arg(Arg::new("field")).arg(Arg::new("value"))),
        )
        .subcommand(Command::new("progress").arg(Arg::new("form")))
        .subcommand(Command::new("log").arg(Arg::new("number").short('n')))
}

const DIALECT: Dialect = Dialect { query_and_dots: true, open_flags: &[&["state", "patch"]] };

fn check(typed: &[&str], expected: &[&str]) {
    let words = typed.iter().map(OsString::from);
    let normal = normalise(&tool(), DIALECT, words).expect("a good command line");
    assert_eq!(normal, expected.iter().map(OsString::from).collect::<Vec<_>>(), "{typed:?}");
}

fn refused(typed: &[&str]) -> UsageError {
    normalise(&tool(), DIALECT, typed.iter().map(OsString::from)).expect_err("a bad command line")
}

/// Section 1 of the msd-tools contract: heads, flags anywhere, both value forms.
#[test]
fn typed_words_become_one_form() {
    check(&["state", "json"], &["state", "json"]);
    check(&["state.json"], &["state", "json"]);
    check(&["query", "state.json", "--raw"], &["state", "json", "--raw"]);
    check(&["--cwd", "x", "state", "--raw", "json"], &["state", "json", "--cwd=x", "--raw"]);
    check(&["--summary", "s", "state", "add-decision"], &["state", "add-decision", "--summary=s"]);
    check(&["state", "update", "Status", "-5"], &["state", "update", "--", "Status", "-5"]);
    check(&["state", "update", "a.b", "- text"], &["state", "update", "--", "a.b", "- text"]);
    check(&["progress", "table"], &["progress", "--", "table"]);
    check(&["log", "-n", "3"], &["log", "-n=3"]);
    check(&["state", "update", "--", "--odd", "v"], &["state", "update", "--", "--odd", "v"]);
}

/// A flag of the command stays behind it, also when the program has one of that name; arguments stay where they are.
#[test]
fn flags_of_the_program_stand_in_front() {
    let tool = tool().subcommand(Command::new("own").arg(Arg::new("raw").long("raw")));
    let check = |normal: &[&str], expected: &[&str]| {
        let normal: Vec<OsString> = normal.iter().map(OsString::from).collect();
        assert_eq!(program_flags_first(&tool, &normal), expected);
    };
    check(
        &["state", "add-decision", "--summary=s", "--cwd=x", "--", "--raw"],
        &["--cwd=x", "state", "add-decision", "--summary=s", "--", "--raw"],
    );
    check(&["own", "--raw=r", "--cwd=x"], &["--cwd=x", "own", "--raw=r"]);
    check(&["--raw"], &["--raw"]);
}

#[test]
fn the_first_of_several_wins_unless_the_flag_repeats() {
    check(
        &["state", "add-decision", "--summary", "a", "--summary=b"],
        &["state", "add-decision", "--summary=a"],
    );
    check(
        &["state", "add-decision", "--promote", "a", "--promote=b"],
        &["state", "add-decision", "--promote=a", "--promote=b"],
    );
}

#[test]
fn an_open_command_takes_any_flag_as_a_pair() {
    check(
        &["state", "patch", "--Status", "Done", "--raw", "--Current Plan=2"],
        &["state", "patch", "--raw", "--", "--Status=Done", "--Current Plan=2"],
    );
}

/// D1: what is no command line is refused before anything is read.
#[test]
fn refusals_name_the_word() {
    assert!(matches!(refused(&["bogus"]), UsageError::UnknownCommand { word, .. } if word == "bogus"));
    assert!(
        matches!(refused(&["state", "bogus"]), UsageError::UnknownCommand { word, above, .. } if word == "bogus" && above == "state")
    );
    assert!(
        matches!(refused(&["state", "json", "--zz", "1"]), UsageError::UnknownFlag { flag, .. } if flag == "--zz")
    );
    for words in [&["--zz", "1", "state", "json"][..], &["state", "--zz", "1", "json"], &["-z", "1", "state"]]
    {
        let flag = words.iter().find(|word| word.starts_with('-')).unwrap();
        assert!(matches!(refused(words), UsageError::UnknownFlag { flag: told, .. } if told == *flag));
    }
    assert!(
        matches!(refused(&["state", "json", "-z"]), UsageError::UnknownFlag { flag, .. } if flag == "-z")
    );
    let missing = UsageError::MissingValue { flag: "--summary".into() };
    assert_eq!(refused(&["state", "add-decision", "--summary"]), missing);
    assert_eq!(refused(&["state", "add-decision", "--summary", "--raw"]), missing);
    for flag in ["--raw", "--help", "-h", "--version", "-V"] {
        let given = format!("{flag}=1");
        assert_eq!(refused(&["state", "json", &given]), UsageError::UnexpectedValue { flag: flag.into() });
    }
}

/// Cairn 1: both value forms are the same in front of the command, whichever program the flag belongs to.
#[test]
fn the_first_command_behind_flags_of_any_owner() {
    let handed_on = [
        Command::new("").arg(Arg::new("pick").long("pick")),
        // The own declaration of a flag counts where both have it.
        Command::new("").arg(Arg::new("raw").long("raw")),
    ];
    let check = |typed: &[&str], expected: Option<&str>| {
        let words: Vec<OsString> = typed.iter().map(OsString::from).collect();
        assert_eq!(first_command(&tool(), &handed_on, &words).as_deref(), expected, "{typed:?}");
    };
    check(&["--pick", "percent", "progress"], Some("progress"));
    check(&["--pick=percent", "progress"], Some("progress"));
    check(&["--pick", "state", "progress"], Some("progress"));
    check(&["--cwd", "state", "--pick", "a", "--summary", "b", "progress"], Some("progress"));
    check(&["--raw", "state", "json"], Some("state"));
    check(&["--cwd", "log", "progress"], Some("progress"));
    check(&["--pick", "percent"], None);
    check(&["--", "state"], None);
}

/// Sections 1 of the contracts, flags anywhere: one that is a switch here and takes a value there, in front of either command.
#[test]
fn a_switch_that_is_no_switch_elsewhere() {
    let switch = Arg::new("plan").long("plan").action(ArgAction::SetTrue);
    let tool = tool()
        .subcommand(Command::new("measure").arg(Arg::new("plan").long("plan")))
        .subcommand(Command::new("archive").arg(switch).arg(Arg::new("slug")));
    let check = |typed: &[&str], command: &str, expected: &[&str]| {
        let words: Vec<OsString> = typed.iter().map(OsString::from).collect();
        assert_eq!(first_command(&tool, &[], &words).as_deref(), Some(command), "{typed:?}");
        let normal = normalise(&tool, DIALECT, words).expect("a good command line");
        assert_eq!(normal, expected.iter().map(OsString::from).collect::<Vec<_>>(), "{typed:?}");
    };
    check(&["--plan", "archive", "x"], "archive", &["archive", "--plan", "--", "x"]);
    check(&["--plan", "2", "measure"], "measure", &["measure", "--plan=2"]);
    check(&["--plan", "state", "measure"], "measure", &["measure", "--plan=state"]);
}
