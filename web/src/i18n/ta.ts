/** The app in Tamil. */

import type { Texts } from './index';

export const ta: Texts = {
  'app.name': 'புலி',
  'app.tagline': 'தென்னாசியாவின் புலி வேட்டை விளையாட்டுகள்',
  'app.skip': 'பக்கத்திற்குச் செல்',
  'app.update': 'புதிய பதிப்பு வந்துள்ளது.',
  'app.reload': 'மீண்டும் திற',
  'app.offline': 'இணையம் இல்லை: விளையாடலாம், அட்டவணைகள் கிடைக்காது.',
  'app.failed': 'இந்தப் பக்கத்தைத் திறக்க முடியவில்லை: {reason}',

  'nav.main': 'பக்கங்கள்',
  'nav.home': 'முகப்பு',
  'nav.play': 'விளையாடு',
  'nav.analyse': 'ஆய்வு',
  'nav.learn': 'கற்றல்',
  'nav.explore': 'ஆராய்',
  'nav.about': 'பற்றி',

  'settings.title': 'அமைப்புகள்',
  'settings.language': 'மொழி',
  'settings.theme': 'பலகை',
  'settings.theme.slate': 'கற்பலகை',
  'settings.theme.paper': 'காகிதம்',
  'settings.theme.contrast': 'உயர் மாறுபாடு',
  'settings.coordinates': 'புள்ளிகளின் பெயர்கள்',
  'settings.animation': 'காய்கள் நகர்வதைக் காட்டு',
  'settings.sound': 'ஒலி',
  'settings.close': 'மூடு',

  'side.tiger': 'புலிகள்',
  'side.goat': 'ஆடுகள்',

  'piece.tiger': 'புலி',
  'piece.goat': 'ஆடு',

  'game.bagh-chal': 'பாக் சால்',
  'game.aadu-puli': 'ஆடு புலி ஆட்டம்',
  'game.aadu-puli-fixed': 'ஆடு புலி ஆட்டம், நிலையான தொடக்கம்',
  'game.kaooa': 'காகம்',
  'game.len-choa': 'லென் சோவா',
  'game.pulijudamu': 'புலிஜூதமு',
  'game.from.bagh-chal': 'நேபாளம்',
  'game.from.aadu-puli': 'தென்னிந்தியா',
  'game.from.aadu-puli-fixed': 'தென்னிந்தியா',
  'game.from.kaooa': 'மத்திய இந்தியா',
  'game.from.len-choa': 'சயாம்',
  'game.from.pulijudamu': 'விஜயநகரம்',

  'board.label': '{game} பலகை',
  'board.point.empty': '{point}, காலி',
  'board.point.tiger': '{point}, புலி',
  'board.point.goat': '{point}, ஆடு',
  'board.point.trapped': '{point}, அடைபட்ட புலி',
  'board.point.selected': '{what}, தேர்ந்தது',
  'board.point.place': '{what}, இங்கே வை',
  'board.point.to': '{what}, இங்கே நகர்த்து',
  'board.point.capture': '{what}, இங்கே தாவி வெட்டு',
  'board.point.movable': '{what}, நகரலாம்',
  'board.rotate': 'பலகையைத் திருப்பு',
  'board.mirror': 'பலகையை இடவலமாக மாற்று',
  'board.flip': 'பலகையைத் தலைகீழாக்கு',
  'board.keys':
    'அம்பு விசைகள் புள்ளிக்குப் புள்ளி செல்லும், Enter அல்லது Space தேர்வு செய்யும், Escape விடுவிக்கும்.',

  'tray.goats.in-hand.one': 'கையில் {count} ஆடு',
  'tray.goats.in-hand.other': 'கையில் {count} ஆடுகள்',
  'tray.tigers.in-hand.one': 'கையில் {count} புலி',
  'tray.tigers.in-hand.other': 'கையில் {count} புலிகள்',
  'tray.captured.one': '{of} இல் {count} வெட்டப்பட்டது',
  'tray.captured.other': '{of} இல் {count} வெட்டப்பட்டன',
  'tray.trapped.one': '{count} புலி அடைபட்டது',
  'tray.trapped.other': '{count} புலிகள் அடைபட்டன',

  'move.place.tiger': '{to} இல் புலி வைக்கப்பட்டது',
  'move.place.goat': '{to} இல் ஆடு வைக்கப்பட்டது',
  'move.slide.tiger': 'புலி {from} இலிருந்து {to} க்கு',
  'move.slide.goat': 'ஆடு {from} இலிருந்து {to} க்கு',
  'move.jump': 'புலி {from} இலிருந்து {to} க்குத் தாவி {over} ஆட்டை வெட்டியது',

  'outcome.tiger-win': 'புலிகள் வென்றன',
  'outcome.draw': 'சமநிலை',
  'outcome.goat-win': 'ஆடுகள் வென்றன',

  'reason.captures': 'புலிகள் போதுமான ஆடுகளை வெட்டிவிட்டன.',
  'reason.tigers-trapped': 'எந்தப் புலியும் நகர முடியாது.',
  'reason.dandee': 'டாண்டி: எல்லாப் புலிகளும் ஒரே மூலைவிட்டத்தில் வரிசையாக அடைபட்டன.',
  'reason.locked-goats': 'ஆடுகள் அடைபட்டன: எந்த ஆடும் நகர முடியாது.',
  'reason.repetition': 'அதே நிலை மூன்றாம் முறை வந்தது.',
  'reason.resignation': 'ஒருவர் தோல்வியை ஒப்புக்கொண்டார்.',
  'reason.agreement': 'இருவரும் சமநிலைக்கு ஒப்புக்கொண்டனர்.',

  'result.grand': 'மாபெரும் வெற்றி: இது {worth} ஆட்டங்களுக்குச் சமம்!',

  'home.play': 'விளையாடு',
  'home.play.tiger': 'புலியாக விளையாடு',
  'home.play.goat': 'ஆடாக விளையாடு',
  'home.play.two': 'இருவர்',
  'home.continue': 'உங்கள் ஆட்டத்தைத் தொடருங்கள்',
  'home.lead':
    'நான்கு புலிகள் வேட்டையாடும், இருபது ஆடுகள் சூழ்ந்து வளைக்கும். நேபாள மலைகளிலும் தென்னிந்தியக் கோயில் தரைகளிலும் பிறந்த ஆட்டம்; ஒரு சுண்ணக்கட்டியால் எந்தக் கல்லிலும் வரையலாம்.',
  'home.learn': 'புதியவரா? இரண்டே நிமிடத்தில் விதிகளைக் கற்கலாம்',
  'home.analyse': 'எந்த நிலையின் மதிப்பும் என்ன? பாருங்கள்',
  'home.explore': 'முழுத் தீர்வு என்ன சொல்கிறது',

  'about.title': 'பற்றி',
  'about.what':
    'இது தென்னாசியப் புலி வேட்டை விளையாட்டுகளுக்கான கட்டற்ற மென்பொருள். விதிகளும் குறிமுறையும் கணினி ஆட்டக்காரரும் உங்கள் உலாவியிலேயே இயங்குகின்றன; நீங்கள் விளையாடுவது எங்கும் அனுப்பப்படுவதில்லை.',
  'about.solved':
    'பாக் சால் முழுமையாகத் தீர்க்கப்பட்டுள்ளது: இருவரும் சிறப்பாக ஆடினால் அது சமநிலை. இந்தப் பக்கத்தின் பின்னுள்ள சேவை, அட்டவணைகள் கணிக்கப்பட்டதும், ஒவ்வொரு நிலையின் சரியான மதிப்பையும் அறியும்.',
  'about.rules': 'சுருக்கமாக விதிகள்',
  'about.rules.1':
    'காய்கள் புள்ளிகளில் நின்று கோடுகள் வழியே ஒரு படி நகரும். இருவரும் மாறி மாறி ஆடுவர்.',
  'about.rules.2':
    'ஆடுகள் ஒவ்வொன்றாகக் காலியான புள்ளிகளில் வைக்கப்படும். எல்லாம் வைத்த பின்னரே அவை நகரும்.',
  'about.rules.3':
    'புலி தன் பக்கத்து ஆட்டின் மேல் நேர்கோட்டில் அடுத்த காலிப் புள்ளிக்குத் தாவலாம். அந்த ஆடு வெட்டப்படும்.',
  'about.rules.4':
    'போதுமான ஆடுகளை வெட்டினால் புலிகள் வெல்லும்; எந்தப் புலியும் நகர முடியாவிட்டால் ஆடுகள் வெல்லும். அதே நிலை மூன்றாம் முறை வந்தால் சமநிலை.',
  'about.rules.5':
    'மாபெரும் வெற்றி பன்னிரண்டு ஆட்டங்களுக்குச் சமம்: எல்லாப் புலிகளும் ஒரே மூலைவிட்டத்தில் வரிசையாக அடைபட்டால் டாண்டி; எந்த ஆடும் நகர முடியாவிட்டால் ஆடுகள் அடைப்பு.',
  'about.sources': 'ஆதாரங்கள்',
  'about.licence':
    'MIT அல்லது Apache 2.0 உரிமத்தில் இலவசம். எழுத்துரு: Yatra One, Arima; SIL Open Font Licence.',

  soon: 'இந்தப் பக்கம் உருவாகிறது.',

  'missing.title': 'அப்படி ஒரு பக்கம் இல்லை',
  'missing.text': 'இந்த முகவரியில் எதுவும் இல்லை.',
};
